/**
 * A table that is about to be opened, or to be changed, as plain data.
 *
 * @import {BotLevel, Board, Changes, Chat, Clock, CreateTable, Ruleset, StartBy, Table} from '../protocol.js'
 */

/**
 * @typedef {object} Draft
 * @property {Ruleset} ruleset
 * @property {{[flag: string]: unknown}} options Only what differs from the preset.
 * @property {number} seats
 * @property {string} board '' for the usual one
 * @property {string} title
 * @property {boolean} listed
 * @property {boolean} fill_with_bots
 * @property {BotLevel} bot_level
 * @property {Clock} clock
 * @property {Chat} chat
 * @property {StartBy} start_by
 * @property {boolean} watchable
 * @property {boolean} late_join
 */

/** Rolls of a whole game under random choices, by number of players from 2 (measured). @type {{[ruleset: string]: number[]}} */
const ROLLS = {
  'ludo': [177, 283, 408], 'parchis-pairs': [190, 190, 190], 'parchis': [182, 270, 367], 'ludo-standard': [156, 251, 365],
  'ludo-blockades': [157, 257, 376], 'luddo': [179, 319, 493, 1013, 1391], 'snakes': [62, 108, 157],
  'mensch': [142, 259, 415], 'petits-chevaux': [417, 695, 1055], 'trouble': [111, 178, 259], 'ludo-danish': [159, 264, 395], 'aeroplane': [158, 241, 339],
  'parcheesi': [80, 116, 157], 'eile-mit-weile': [214, 428, 724], 'mobile-classic': [178, 315, 485, 1014, 1390],
  'mobile-quick': [112, 167, 227, 457, 575], 'mobile-master': [182, 325, 493, 1013, 1391],
};
/** A roll with its choice takes about so long among people, in seconds. */
const SECONDS_A_ROLL = 4;

/**
 * A new draft for a ruleset; what a host set that has nothing to do with the rules is kept from `old`.
 * @param {Ruleset} ruleset @param {Draft} [old]
 * @returns {Draft}
 */
export function draftFor(ruleset, old) {
  const { min, max } = ruleset.seats;
  const kept = old ?? { title: '', listed: true, fill_with_bots: true, bot_level: /** @type {const} */ ('normal'), chat: /** @type {const} */ ('phrases'), start_by: /** @type {const} */ ('highest_roll'), watchable: true, late_join: false };
  return { ...kept, ruleset, options: {}, seats: Math.min(Math.max(4, min), max), board: '', clock: ruleset.clock };
}

/** The draft after changes, made fit: a board has room for all, and listed tables keep what is for private ones. @param {Draft} draft @param {Partial<Draft>} changes @returns {Draft} */
export function withChange(draft, changes) {
  const next = { ...draft, ...changes };
  if (!boardsFor(next.ruleset, next.seats).some(({ id }) => id === next.board)) next.board = '';
  next.options = ownOptions(next.ruleset, next.options, next.listed);
  return next;
}

/** Thirty seconds, found by code, bots where nobody sits. @param {Draft} draft */
export function party(draft) {
  return withChange(draft, { clock: 'party', listed: false, fill_with_bots: true, watchable: true, seats: draft.ruleset.seats.max });
}

/** The boards that have room. @param {Ruleset} ruleset @param {number} seats @returns {Board[]} */
export const boardsFor = (ruleset, seats) => ruleset.boards.filter(({ starts, jumps }) => jumps || starts.length >= seats);

/** Only what differs from the preset and is allowed. @param {Ruleset} ruleset @param {Draft['options']} options @param {boolean} listed */
function ownOptions(ruleset, options, listed) {
  const differs = ruleset.flags.filter((flag) => flag.name in options && options[flag.name] !== flag.default && !(listed && flag.private_only));
  return Object.fromEntries(differs.map(({ name }) => [name, options[name]]));
}

/** The body that opens it. @param {Draft} draft @param {string} language @returns {CreateTable} */
export function draftSpec(draft, language) {
  const { ruleset, board, title, ...rest } = draft;
  return { ...rest, ruleset: ruleset.id, title: title.trim(), language, ...(board && { board }) };
}

/** The settings of a table that stands already. @param {Ruleset} ruleset @param {Table} table @returns {Draft} */
export function draftOf(ruleset, table) {
  const { options, title, listed, fill_with_bots, bot_level, clock, chat_policy, start_by, watchable, late_join } = table;
  const seats = table.seats.length;
  const board = boardsFor(ruleset, seats)[0]?.id === table.board ? '' : table.board;
  return { ruleset, options, seats, board, title, listed, fill_with_bots, bot_level, clock, chat: chat_policy, start_by, watchable, late_join };
}

/** What to ask for so that a table of `before` becomes one of `after`: only what differs. @param {Draft} before @param {Draft} after @returns {Changes} */
export function changesBetween(before, after) {
  const [old, wanted] = [settingsOf(before), settingsOf(after)];
  const fields = /** @type {(keyof typeof wanted)[]} */ (Object.keys(wanted));
  return Object.fromEntries(fields.filter((field) => JSON.stringify(old[field]) !== JSON.stringify(wanted[field])).map((field) => [field, wanted[field]]));
}

/** All that a change may name, the board by its own name. @param {Draft} draft */
function settingsOf(draft) {
  const { ruleset, title, board, ...rest } = draft;
  return { ...rest, title: title.trim(), board: board || boardsFor(ruleset, draft.seats)[0]?.id };
}

/** About how long a game takes: rolls and minutes; `null` where nobody measured. @param {string} ruleset @param {number} seats */
export function lengthOf(ruleset, seats) {
  const rolls = ROLLS[ruleset]?.[seats - 2];
  if (!rolls) return null;
  const minutes = (rolls * SECONDS_A_ROLL) / 60;
  return { rolls: Math.round(rolls / 10) * 10, minutes: minutes < 20 ? Math.round(minutes) : Math.round(minutes / 5) * 5 };
}
