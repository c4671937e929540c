/**
 * One event applied to the state of a table page: seats, the game's life and the position.
 *
 * @import {Event, Position, Seat, Table} from '../protocol.js'
 * @import {TableState} from './reducer.js'
 */
import { decisionTime } from './clock.js';
import { positionAfter } from './position.js';

/** @typedef {{now: number, at: string, chose: boolean}} Entry `chose`: the entry answers a choice, not a roll. */

/**
 * The state after one event.
 * @param {TableState} state
 * @param {Event} event
 * @param {Entry} entry
 * @returns {TableState}
 */
export function applyEvent(state, event, entry) {
  const table = state.table;
  if (!table) return state;
  const seated = seatsAfter(table, event);
  const base = { ...state, table: { ...table, seats: seated, position: table.position && positionAfter(table.position, event) } };
  switch (event.kind) {
    case 'host_changed': return patch(base, { host: event.player });
    case 'options_changed': return changed(base, event);
    case 'started': return started(base, event, entry);
    case 'rematch': return { ...rematch(base, event), stale: true };
    case 'turn': return turn(base, event, entry);
    case 'rolled': return { ...base, lastDice: { ...base.lastDice, [event.arm]: event.dice } };
    case 'moved': return moved(base, event, entry);
    case 'declined': return chosen(base, event, entry);
    case 'undone': return undone(base, event);
    case 'finished': return { ...over(base, 'finished', event.places), secret: event.secret ?? null };
    case 'closed': return { ...over(base, 'closed', event.places), secret: event.secret ?? base.secret };
    case 'paused': return { ...patch(base, { phase: 'paused', deadline_ms: null }), deadlineAt: null };
    case 'continued': return patch(base, { phase: 'playing' });
    default: return base;
  }
}

/** @param {TableState} state @param {Partial<Table>} fields @returns {TableState} */
const patch = (state, fields) => ({ ...state, table: state.table && { ...state.table, ...fields } });

/** @type {Omit<Seat, 'arm'>} */
const FREE = { player: null, bot_level: null, controller: 'none', connected: false, misses: 0, left: false };

/** @param {Table} table @param {Event} event @returns {Seat[]} */
function seatsAfter(table, event) {
  /** @param {(seat: Seat) => Partial<Seat>} change */
  const at = (change) => table.seats.map((seat) => ('arm' in event && seat.arm === event.arm ? { ...seat, ...change(seat) } : seat));
  switch (event.kind) {
    case 'seated': return at(() => ({ ...FREE, player: event.player, controller: 'human', connected: true }));
    case 'stood_up': case 'bot_removed': return at(() => FREE);
    case 'bot_seated': return at(() => ({ ...FREE, bot_level: event.level, controller: 'bot' }));
    case 'control': return at((seat) => ({
      controller: event.controller, left: seat.left || event.reason === 'left', misses: 0,
      bot_level: event.reason === 'left' ? seat.bot_level ?? table.bot_level : seat.bot_level,
    }));
    case 'rolled': case 'moved': case 'declined': return at((seat) => ({ misses: event.by === 'clock' ? seat.misses + 1 : 0 }));
    default: return table.seats;
  }
}

/** Other arms or another board mean other seats: a snapshot tells them.
 * @param {TableState} state @param {Extract<Event, {kind: 'options_changed'}>} event @returns {TableState} */
function changed(state, event) {
  const { kind: _, chat, seats, ...fields } = event;
  /** @type {Partial<Table>} */
  const settings = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
  if (chat) settings.chat_policy = chat;
  const next = patch(state, settings);
  const stale = state.stale || Boolean(seats || fields.arms || fields.board);
  return { ...next, stale, deadlineTotal: next.table && decisionTime(next.table.clock) };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'started'}>} event @param {Entry} entry @returns {TableState} */
function started(state, event, { at }) {
  const { game, start, start_rolls } = event;
  const position = event.position ?? null;
  return {
    ...patch(state, {
      phase: 'playing', position, undo: false, awaits: null, legal: [],
      game: { ...game, started_at: at, start, start_rolls, places: [] },
    }),
    stale: state.stale || !position,
    lastDice: {}, lastMove: null, secret: null, choices: [], earlierChoices: false,
  };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'rematch'}>} event @returns {TableState} */
function rematch(state, event) {
  const seats = state.table?.seats.map((seat) => (seat.player && !seat.left ? { ...seat, controller: /** @type {const} */ ('human'), misses: 0 } : { ...FREE, arm: seat.arm }));
  return {
    ...patch(state, {
      phase: 'waiting', position: null, awaits: null, legal: [], undo: false, deadline_ms: null, seats: seats ?? [],
      game: { ...event.game, started_at: null, start: null, start_rolls: [], places: [] },
    }),
    deadlineAt: null, lastDice: {}, lastMove: null, secret: null, choices: [], earlierChoices: false,
  };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'turn'}>} event @param {Entry} entry @returns {TableState} */
function turn(state, event, { now }) {
  const deadline_ms = event.deadline_ms ?? null;
  const next = patch(state, {
    ply: event.ply ?? state.table?.ply ?? 0, awaits: event.awaits, legal: event.legal ?? [], deadline_ms,
    undo: canUndo(state),
  });
  return { ...next, deadlineAt: deadline_ms === null ? null : now + deadline_ms };
}

/** @param {TableState} state */
const canUndo = (state) => Boolean(state.table?.solo) && (state.choices.length > 0 || state.earlierChoices);

/** @param {TableState} state @param {Extract<Event, {kind: 'moved'}>} event @param {Entry} entry @returns {TableState} */
function moved(state, event, entry) {
  const { arm, piece, from, to } = event;
  return { ...chosen(state, event, entry), lastMove: { arm, piece, from, via: event.via ?? null, to } };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'moved'|'declined'}>} event @param {Entry} entry @returns {TableState} */
function chosen(state, event, { chose }) {
  if (!chose || event.by === 'bot' || event.by === 'clock') return state;
  return { ...state, choices: [...state.choices, state.version] };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'undone'}>} event @returns {TableState} */
function undone(state, event) {
  const { position, to_version } = event;
  return {
    ...state, lastMove: null, lastDice: position.dice.length ? { ...state.lastDice, [position.turn]: position.dice } : state.lastDice,
    choices: state.choices.filter((version) => version <= to_version),
    log: state.log.map((line) => (line.version > to_version ? { ...line, undone: true } : line)),
  };
}

/** @param {TableState} state @param {'finished'|'closed'} phase @param {Table['game']['places']} places @returns {TableState} */
function over(state, phase, places) {
  const game = state.table && { ...state.table.game, places };
  return { ...patch(state, { phase, awaits: null, legal: [], undo: false, deadline_ms: null, ...(game && { game }) }), deadlineAt: null };
}
