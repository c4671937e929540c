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

/** A game of so many minutes is long. */
const LONG_MINUTES = 45;
/** House rules that make a game shorter, the strongest first, and what they are set to. @type {readonly [string, number][]} */
const SHORTER = [['pieces.to_win', 1], ['pieces.to_win', 2], ['pieces.out', 1], ['pieces.out', 2]];

/** About how long so many rolls take, in round numbers. @param {number} rolls */
export function lengthOf(rolls) {
  const minutes = (rolls * SECONDS_A_ROLL) / 60, fine = rolls < 20 ? 1 : 10;
  return { rolls: Math.round(rolls / fine) * fine, minutes: minutes < 20 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5, long: minutes >= LONG_MINUTES };
}

/** House rules that would make the game of a draft shorter. @param {Draft} draft @returns {{flag: string, value: number}[]} */
export function shorterForms({ ruleset, options }) {
  return SHORTER.flatMap(([name, value]) => {
    const flag = ruleset.flags.find((one) => one.name === name), now = Number(options[name] ?? flag?.default);
    const shorter = name === 'pieces.out' ? value > now : value < now;
    return flag?.values.includes(value) && shorter ? [{ flag: name, value }] : [];
  });
}
