/**
 * What happened before this page was opened, from the game's record: a reload shows the log, each seat's last dice and the last
 * move again. The record tells rolls and choices; reasons are told live only.
 *
 * @import {Record as GameRecord, Event} from '../protocol.js'
 * @import {TableState, LogLine} from '../state/reducer.js'
 */
import { standing } from './stats.js';

/** @typedef {Pick<TableState, 'log' | 'lastDice' | 'lastMove'>} History */

/** Lines of earlier times that are kept. */
const LINES = 120;

/** @param {GameRecord} record @returns {History} */
export function historyOf(record) {
  /** @type {History} */
  const history = { log: [began(record)], lastDice: {}, lastMove: null };
  for (const e of standing(record.entries)) {
    /** @type {Event | null} */
    let event = null;
    if (e.kind === 'rolled') {
      event = { kind: 'rolled', arm: e.arm, dice: e.dice, n: e.n, by: e.by };
      history.lastDice[e.arm] = e.dice;
    } else if (e.kind === 'moved' && e.move.kind !== 'decline') {
      const { arm, piece, from, to, uses, captures } = e.move;
      event = { kind: 'moved', arm, piece, from, to, uses, captures, by: e.by };
      history.lastMove = { arm, piece, from, via: null, to };
    }
    if (event) history.log.push({ version: e.version, i: 0, at: e.at, event, undone: false });
  }
  return { ...history, log: history.log.slice(-LINES) };
}

/** Who was to roll first, before all else. @param {GameRecord} record @returns {LogLine} */
const began = ({ id, commitment, start, start_rolls, started_at, entries }) =>
  ({ version: (entries[0]?.version ?? 1) - 1, i: 0, at: started_at, event: { kind: 'started', game: { id, commitment }, start, start_rolls }, undone: false });

/** A state with what came before it. @param {TableState} state @param {History | null} history @returns {TableState} */
export function withHistory(state, history) {
  if (!history) return state;
  const first = state.log[0]?.version ?? Infinity, earlier = history.log.filter((line) => line.version < first && line.version <= state.version);
  if (!earlier.length) return state;
  const seen = new Set(state.log.flatMap(({ event }) => (event.kind === 'rolled' ? [String(event.arm)] : [])));
  const told = Object.entries(history.lastDice).filter(([arm]) => !seen.has(arm));
  return { ...state, log: [...earlier, ...state.log], lastDice: { ...state.lastDice, ...Object.fromEntries(told) }, lastMove: state.lastMove ?? (state.log.length ? null : history.lastMove) };
}

/**
 * Fetches the history of a game once, when the page knows nothing of its past.
 * @param {(game: string) => Promise<GameRecord>} fetchRecord @param {() => void} arrived
 */
export function createHistory(fetchRecord, arrived) {
  let asked = '';
  /** @type {History | null} */
  let history = null;
  return {
    /** @param {TableState} state */
    fill(state) {
      const game = state.table?.game.id ?? '', running = state.table?.phase === 'playing' || state.table?.phase === 'paused';
      if (game !== asked) {
        [asked, history] = [game, null];
        if (running && !knowsStart(state.log)) fetchRecord(game).then((record) => { if (asked === game) { history = historyOf(record); arrived(); } }, () => undefined);
      }
      return withHistory(state, history);
    },
  };
}

/** @param {readonly LogLine[]} log */
const knowsStart = (log) => log.some(({ event }) => event.kind === 'started');
