/**
 * The one state of a table page and the one pure reducer over what the server says.
 *
 * The table in the state always equals what a fresh snapshot would show (`drawn` says which parts). The reducer
 * reads no clock and knows no rule: times come in as arguments, pieces go where events say.
 *
 * @import {AnswerCode, ChatLine, Event, ServerMessage, Table, You} from '../protocol.js'
 */
import { decisionTime } from './clock.js';
import { applyEvent } from './events.js';

/**
 * @typedef {object} Conn  What is honestly known about the line.
 * @property {'connecting'|'open'|'lost'|'restart'|'back'|'final'} status `back`: open again, for the first seconds; `final`: no more attempts (see `code`).
 * @property {number|null} retryAt When the next attempt is due, in ms of `Date.now()`.
 * @property {number|null} code The close code where it is final: 4401 no session, 4403 not allowed, 4404 no such table, 4410 closed.
 */

/**
 * @typedef {object} LogLine  One thing that happened, newest last; `version` and `i` together are unique.
 * @property {number} version The journal entry.
 * @property {number} i Its place in the entry.
 * @property {string} at RFC 3339
 * @property {Event} event
 * @property {boolean} undone Whether it was taken back since.
 */

/**
 * @typedef {object} LastMove  The last piece that moved, for the corner ticks.
 * @property {number} arm
 * @property {number} piece
 * @property {number} from
 * @property {number|null} via
 * @property {number} to
 */

/**
 * @typedef {object} TableState
 * @property {string} code
 * @property {number} version The last journal entry applied; 0 before the first snapshot.
 * @property {boolean} stale True if what is held cannot be carried on: connect again without `after`.
 * @property {Table|null} table As in a snapshot, kept up to date; `null` before the first one.
 * @property {You|null} you
 * @property {number|null} deadlineAt When the present decision's time runs out, in ms of `Date.now()`; `null` without a clock.
 * @property {number|null} deadlineTotal The full time of a decision in ms where the clock is known, for the ring.
 * @property {Record<number, number[]>} lastDice The last dice of each arm in this game.
 * @property {LastMove|null} lastMove
 * @property {LogLine[]} log At most `LOG_LINES`.
 * @property {string|null} secret The dice secret once the game is over.
 * @property {number[]} choices Versions of this person's choices that undo can take back (solo games).
 * @property {boolean} earlierChoices Whether undo reaches further back than `choices`.
 * @property {{id: string|null, code: AnswerCode}|null} refused The last refusal, until something else happens.
 * @property {string[]} pending Ids of commands that are not answered yet.
 * @property {Conn} conn
 */

/** Messages that the page itself feeds in, beside the server's.
 * @typedef {{type: 'conn', conn: Conn} | {type: 'pending', ids: string[]} | {type: 'dismiss'} | {type: 'log', lines: LogLine[]}} LocalMessage
 */

/** How many log lines are kept. */
export const LOG_LINES = 400;
/** How many chat lines a table keeps. */
const CHAT_LINES = 50;

/**
 * The state of a page that has not heard from the server yet.
 * @param {string} code
 * @returns {TableState}
 */
export function initialState(code) {
  return {
    code, version: 0, stale: false, table: null, you: null, deadlineAt: null, deadlineTotal: null, lastDice: {}, lastMove: null,
    log: [], secret: null, choices: [], earlierChoices: false, refused: null, pending: [],
    conn: { status: 'connecting', retryAt: null, code: null },
  };
}

/**
 * The state after a message. Never changes `state`.
 * @param {TableState} state
 * @param {ServerMessage|LocalMessage} message
 * @param {number} now ms of `Date.now()`
 * @returns {TableState}
 */
export function reduce(state, message, now) {
  switch (message.type) {
    case 'snapshot': return fromSnapshot(state, message, now);
    case 'resumed': return fromResumed(state, message, now);
    case 'event': return fromEvent(state, message, now);
    case 'you': return { ...state, you: message.you };
    case 'presence': return fromPresence(state, message);
    case 'said': return fromSaid(state, message);
    case 'answer': return fromAnswer(state, message);
    case 'conn': return { ...state, conn: message.conn };
    case 'pending': return { ...state, pending: message.ids };
    case 'log': return withLog(state, message.lines);
    case 'dismiss': return { ...state, refused: null };
    default: return state;
  }
}

/** @param {number|null|undefined} left @param {number} now */
const until = (left, now) => (left === null || left === undefined ? null : now + left);

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'snapshot'}>} message @param {number} now @returns {TableState} */
function fromSnapshot(state, message, now) {
  const { table, version, you } = message;
  const sameGame = state.table?.game.id === table.game.id;
  return {
    ...state, version, you, table, stale: false, deadlineAt: until(table.deadline_ms, now), deadlineTotal: decisionTime(table.clock),
    lastDice: sameGame ? state.lastDice : startDice(table), lastMove: sameGame ? state.lastMove : null,
    log: state.log.filter((line) => line.version <= version), secret: sameGame ? state.secret : null,
    choices: [], earlierChoices: table.undo, refused: null,
  };
}

/** @param {Table} table @returns {Record<number, number[]>} */
const startDice = (table) => (table.position?.dice.length ? { [table.position.turn]: table.position.dice } : {});

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'resumed'}>} message @param {number} now @returns {TableState} */
function fromResumed(state, message, now) {
  if (!state.table) return { ...state, stale: true };
  const connected = new Map(message.seats.map((seat) => [seat.arm, seat.connected]));
  const seats = state.table.seats.map((seat) => ({ ...seat, connected: !seat.left && (connected.get(seat.arm) ?? seat.connected) }));
  const deadline_ms = message.deadline_ms ?? null;
  return { ...state, you: message.you, deadlineAt: until(deadline_ms, now), table: { ...state.table, seats, chat: message.chat, deadline_ms } };
}

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'event'}>} message @param {number} now @returns {TableState} */
function fromEvent(state, message, now) {
  if (state.stale || message.version <= state.version) return state;
  if (!state.table || message.version !== state.version + 1) return { ...state, stale: true };
  const chose = !message.events.some((event) => event.kind === 'rolled');
  /** @type {TableState} */
  let next = { ...state, version: message.version, refused: null };
  message.events.forEach((event, index) => {
    next = applyEvent(next, event, { now, at: message.at, chose });
    next = { ...next, log: [...next.log, { version: message.version, i: index, at: message.at, event, undone: false }] };
  });
  return { ...next, log: next.log.slice(-LOG_LINES) };
}

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'presence'}>} message @returns {TableState} */
function fromPresence(state, message) {
  if (!state.table) return state;
  const seats = state.table.seats.map((seat) => (seat.arm === message.arm ? { ...seat, connected: message.connected && !seat.left } : seat));
  return { ...state, table: { ...state.table, seats, watchers: message.watchers } };
}

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'said'}>} message @returns {TableState} */
function fromSaid(state, message) {
  if (!state.table) return state;
  const { type: _, ...said } = message;
  const chat = [...state.table.chat, said].slice(-CHAT_LINES);
  return { ...state, table: { ...state.table, chat } };
}

/** @param {TableState} state @param {Extract<ServerMessage, {type: 'answer'}>} message @returns {TableState} */
function fromAnswer(state, message) {
  if (message.ok || !message.code) return state;
  return { ...state, refused: { id: message.id ?? null, code: message.code } };
}

/** What this page knew before it was loaded again: lines older than the snapshot, and what follows from them. @param {TableState} state @param {LogLine[]} lines @returns {TableState} */
function withLog(state, lines) {
  if (!state.table || state.log.length > 0) return state;
  const log = lines.filter((line) => line.version <= state.version).slice(-LOG_LINES);
  const from = log.findLastIndex(({ event }) => event.kind === 'started' || event.kind === 'rematch');
  /** @type {Record<number, number[]>} */
  const lastDice = {};
  for (const { event, undone } of log.slice(from + 1)) if (event.kind === 'rolled' && !undone) lastDice[event.arm] = event.dice;
  return { ...state, log, lastDice: { ...lastDice, ...state.lastDice }, lastMove: state.lastMove ?? (whole(log, state) ? lastMoveIn(log.slice(from + 1)) : null) };
}

/** Whether nothing happened after the newest line. @param {LogLine[]} log @param {TableState} state */
const whole = (log, state) => log[log.length - 1]?.version === state.version;

/** @param {LogLine[]} log @returns {LastMove|null} */
function lastMoveIn(log) {
  const moved = log.findLast(({ event, undone }) => event.kind === 'moved' && !undone)?.event;
  return moved?.kind === 'moved' ? { arm: moved.arm, piece: moved.piece, from: moved.from, via: moved.via ?? null, to: moved.to } : null;
}

/**
 * What events keep equal to a snapshot: the whole table but what only the rules know (when a piece came to its square,
 * which blocks have to open, the piece moved last in a turn) and the time left, which runs.
 * @param {Table} table
 */
export function drawn(table) {
  const { position, deadline_ms: _, forced = null, ...others } = table, rest = { ...others, forced };
  if (!position) return { ...rest, position: null };
  const { arrived: _arrived, duty: _duty, split: _split, last_moved: _last, ...known } = position;
  return { ...rest, position: known };
}
