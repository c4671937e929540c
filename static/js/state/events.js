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
  const seated = seatsAfter(table, event, entry);
  const base = { ...state, table: { ...table, seats: seated, position: table.position && positionAfter(table.position, event) } };
  switch (event.kind) {
    case 'host_changed': return patch(base, { host: event.player });
    case 'options_changed': return changed(base, event);
    case 'started': return started(base, event, entry);
    case 'rematch': return rematch(base, event);
    case 'turn': return turn(base, event, entry);
    case 'rolled': return { ...base, lastDice: { ...base.lastDice, [event.arm]: event.dice } };
    case 'bottoms': return { ...base, lastDice: { ...base.lastDice, [event.arm]: [...base.lastDice[event.arm] ?? [], ...event.dice] } };
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

/** @param {Table} table @param {Event} event @param {Entry} entry @returns {Seat[]} */
function seatsAfter(table, event, { chose }) {
  switch (event.kind) {
    case 'seated': return at(table, event.arm, () => ({ ...FREE, player: event.player, controller: 'human', connected: true }));
    case 'stood_up': case 'bot_removed': return at(table, event.arm, () => FREE);
    case 'bot_seated': return at(table, event.arm, () => ({ ...FREE, bot_level: event.level, controller: 'bot' }));
    case 'control': return at(table, event.arm, (seat) => control(table, seat, event));
    case 'started': case 'rematch': return table.seats.map((seat) => (seat.player && !seat.left ? { ...seat, controller: 'human', misses: 0 } : seat));
    case 'rolled': return acted(table, event.by);
    case 'moved': case 'declined': return chose ? acted(table, event.by) : table.seats;
    default: return table.seats;
  }
}

/** @param {Table} table @param {number|undefined} arm @param {(seat: Seat) => Partial<Seat>} change */
const at = (table, arm, change) => table.seats.map((seat) => (seat.arm === arm ? { ...seat, ...change(seat) } : seat));

/** The arm to act did so, or let its time run out. @param {Table} table @param {import('../protocol.js').By|null|undefined} by */
function acted(table, by) {
  if (by === 'bot') return table.seats;
  return at(table, table.position?.turn, (seat) => (seat.player ? { misses: by === 'clock' ? seat.misses + 1 : 0 } : {}));
}

/** @param {Table} table @param {Seat} seat @param {Extract<Event, {kind: 'control'}>} event @returns {Partial<Seat>} */
function control(table, seat, { controller, reason }) {
  const misses = reason === 'returned' ? 0 : reason === 'expired' ? seat.misses + 1 : seat.misses;
  return reason === 'left' ? { controller, misses, left: true, connected: false, bot_level: table.bot_level } : { controller, misses };
}

/** Who sits on an arm that is still played stays; who has to move does so by events of their own.
 * @param {TableState} state @param {Extract<Event, {kind: 'options_changed'}>} event @returns {TableState} */
function changed(state, event) {
  const { kind: _, chat, seats: __, ...fields } = event;
  /** @type {Partial<Table>} */
  const settings = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
  if (chat) settings.chat_policy = chat;
  const old = state.table?.seats ?? [];
  if (fields.arms) settings.seats = fields.arms.map((arm) => old.find((seat) => seat.arm === arm) ?? { arm, ...FREE });
  const next = patch(state, settings);
  return { ...next, deadlineTotal: next.table && decisionTime(next.table.clock) };
}

/** @param {TableState} state @param {Extract<Event, {kind: 'started'}>} event @param {Entry} entry @returns {TableState} */
function started(state, event, { at: started_at }) {
  const { game, start, start_rolls } = event;
  const position = event.position ?? null;
  const solo = state.table?.seats.filter((seat) => seat.player && !seat.left).length === 1;
  return {
    ...newGame(patch(state, { phase: 'playing', position, solo, undo: false, awaits: null, legal: [], forced: null, game: { ...game, started_at, start, start_rolls, places: [] } })),
    stale: state.stale || !position,
  };
}

/** Bots and people who left make room by events of their own. @param {TableState} state @param {Extract<Event, {kind: 'rematch'}>} event @returns {TableState} */
function rematch(state, event) {
  const game = { ...event.game, started_at: null, start: null, start_rolls: [], places: [] };
  return { ...newGame(patch(state, { phase: 'waiting', position: null, solo: false, awaits: null, legal: [], forced: null, undo: false, deadline_ms: null, game })), deadlineAt: null };
}

/** What is remembered of a game does not reach into the next. @param {TableState} state @returns {TableState} */
const newGame = (state) => ({ ...state, lastDice: {}, lastMove: null, secret: null, choices: [], earlierChoices: false });

/** @param {TableState} state @param {Extract<Event, {kind: 'turn'}>} event @param {Entry} entry @returns {TableState} */
function turn(state, event, { now }) {
  const deadline_ms = event.deadline_ms ?? null;
  const next = patch(state, {
    ply: event.ply ?? state.table?.ply ?? 0, awaits: event.awaits, legal: event.legal ?? [], forced: event.forced ?? null, deadline_ms,
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

/** Where undo reaches further back than what was seen here, a snapshot tells whether there is more.
 * @param {TableState} state @param {Extract<Event, {kind: 'undone'}>} event @returns {TableState} */
function undone(state, event) {
  const { position, to_version } = event;
  const choices = state.choices.filter((version) => version <= to_version);
  return {
    ...state, lastMove: null, choices, stale: state.stale || (state.earlierChoices && choices.length === 0),
    lastDice: position.dice.length ? { ...state.lastDice, [position.turn]: position.dice } : state.lastDice,
    log: state.log.map((line) => (line.version > to_version ? { ...line, undone: true } : line)),
  };
}

/** @param {TableState} state @param {'finished'|'closed'} phase @param {Table['game']['places']} places @returns {TableState} */
function over(state, phase, places) {
  const game = state.table && { ...state.table.game, places };
  return { ...patch(state, { phase, awaits: null, legal: [], forced: null, undo: false, deadline_ms: null, ...(game && { game }) }), deadlineAt: null };
}
