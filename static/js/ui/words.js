/**
 * Words for what the server says in codes: rulesets, clocks, seats, refusals.
 *
 * @import {Clock, Flag, Listing, Ruleset, Table} from '../protocol.js'
 */
import { Refused } from '../api.js';
import { t } from '../i18n.js';
import { decisionTime } from '../state/clock.js';

/** The name of a ruleset; its id where the catalogue has none. @param {string} id */
export const rulesetName = (id) => (t.has(`ruleset.${id}`) ? t(`ruleset.${id}`) : id.replace(/-/g, ' ').replace(/^./, (c) => c.toUpperCase()));

/** What a table is called: by its title, else by its game. @param {Pick<Listing, 'title'|'ruleset'|'seats'>} table */
export const tableName = (table) => table.title || (table.seats.length > 4 ? t('table.for_many', { game: rulesetName(table.ruleset), n: table.seats.length }) : rulesetName(table.ruleset));

/** A clock in a few words. @param {Clock} clock */
export function clockWords(clock) {
  const ms = decisionTime(clock);
  return ms === null ? t('clock.none') : t('clock.seconds', { n: Math.round(ms / 100) / 10 });
}

/** The same where room is short. @param {Clock} clock */
export function clockShort(clock) {
  const ms = decisionTime(clock);
  return ms === null ? t('create.clock_none') : t('clock.short', { n: Math.round(ms / 100) / 10 });
}

/** What happens when time is up. @param {Clock} clock */
export function expiryWords(clock) {
  if (clock === 'untimed') return t('clock.untimed_hint');
  const takes = typeof clock === 'object' ? clock.on_expiry === 'bot_takes_seat' : clock === 'house';
  return t(takes ? 'clock.bot_hint' : 'clock.play_hint');
}

/** The colour of an arm. @param {Ruleset|undefined} ruleset @param {number} arm @param {string} [board] */
export function colourOf(ruleset, arm, board) {
  const boards = ruleset?.boards ?? [];
  const found = boards.find(({ id }) => id === board) ?? boards.find(({ colours }) => arm < colours.length);
  return found?.colours[arm] ?? 'red';
}

/** The board a listing is played on: the usual one that has all its arms. @param {Ruleset|undefined} ruleset @param {{arm: number}[]} seats */
export function boardOf(ruleset, seats) {
  const arms = Math.max(0, ...seats.map(({ arm }) => arm)) + 1;
  return ruleset?.boards.find(({ colours }) => colours.length >= arms);
}

/**
 * A board that stands for each ruleset in lists: one of its own that no other family shows yet, else the usual one.
 * @param {readonly Ruleset[]} rulesets @returns {Map<string, Ruleset['boards'][number]>} by ruleset
 */
export function boardFaces(rulesets) {
  /** @type {Map<string, string>} */
  const shownBy = new Map();
  return new Map(rulesets.map(({ id, family, boards }) => {
    const board = boards.find((one) => (shownBy.get(one.id) ?? family) === family) ?? boards[0];
    shownBy.set(board.id, family);
    return [id, board];
  }));
}

/** Why a call was refused, in plain words. @param {unknown} error */
export function refusalWords(error) {
  if (!(error instanceof Refused)) return t('problem.internal');
  const key = `problem.${error.code}`;
  if (error.code === 'too_many_requests') return t(key, { n: error.retryAfter || 1 });
  if (error.code === 'bad_options') return t(key, { rule: flagName(error.problem.flag ?? '') });
  return t.has(key) ? t(key) : t('problem.internal');
}

/** The name of a flag. @param {string} flag */
export const flagName = (flag) => (t.has(`flag.${flag}`) ? t(`flag.${flag}`) : flag.replace(/[._]/g, ' '));

/** A value of a flag in words. @param {Flag} flag @param {unknown} value */
export function valueWords(flag, value) {
  if (typeof value === 'boolean') return t(value ? 'common.on' : 'common.off');
  const key = `flag.${flag.name}.${value}`;
  return t.has(key) ? t(key) : String(value).replace(/_/g, ' ');
}

/** Whether one may look on at a table. @param {Pick<Table, 'watchable'|'phase'>} table */
export const canWatch = (table) => table.watchable && table.phase !== 'closed';
