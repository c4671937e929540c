/**
 * The line to one table: resumes after the last version applied, and sends each command, under one id, until it
 * is answered.
 *
 * @import {Answer, ClientMessage, ServerMessage} from './protocol.js'
 * @import {Conn} from './state/reducer.js'
 * @import {World} from './socket.js'
 */
import { Line, socketUrl } from './socket.js';

/** A message of the client without its id.
 * @typedef {ClientMessage extends infer M ? M extends {id: string} ? Omit<M, 'id'> : never : never} Command
 */

/**
 * @typedef {object} TableSocketOptions
 * @property {string} code
 * @property {() => number|null} after The last version applied; `null` for a snapshot.
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(conn: Conn) => void} onConn
 * @property {(ids: string[]) => void} onPending
 * @property {() => Promise<void>} renew
 * @property {(path: string) => string} [url]
 */

/** Refusals that pass by themselves: the same command, under the same id, goes again after so many ms. @type {{[code: string]: number}} */
const PASSING = { busy: 400, too_fast: 1_000, unavailable: 2_000 };
/** How often a command goes again after a passing refusal. */
const TRIES = 15;

export class TableSocket {
  /** @type {Map<string, {text: string, tries: number, resolve: (answer: Answer) => void}>} */
  #pending = new Map();

  /** @param {TableSocketOptions} options @param {World} world */
  constructor(options, world) {
    this.options = options;
    this.world = world;
    const url = options.url ?? socketUrl;
    this.line = new Line({
      url: () => url(`/api/v1/tables/${options.code}/socket${query(options.after())}`),
      protocols: ['ludohall.v1'],
      onMessage: (message) => this.#received(message),
      onConn: options.onConn,
      onLive: () => this.#resend(),
      renew: options.renew,
      ping: (t) => JSON.stringify({ do: 'ping', t }),
    }, world);
  }

  /**
   * Sends a command; it goes again after a reconnect until it is answered.
   * @param {Command} command
   * @returns {Promise<Answer>}
   */
  send(command) {
    const id = newId();
    const { do: what, ...fields } = command;
    const text = JSON.stringify({ do: what, id, ...fields });
    return new Promise((resolve) => {
      this.#pending.set(id, { text, tries: 0, resolve });
      this.line.send(text);
      this.#tellPending();
    });
  }

  /** Asks for a fresh snapshot (`after` answers `null` by now). */
  refresh() {
    this.line.refresh();
  }

  /** Tries to connect at once. */
  retry() {
    this.line.retry();
  }

  /** Leaves the table's line. */
  close() {
    this.line.close();
  }

  /** @param {ServerMessage} message */
  #received(message) {
    if (message.type === 'pong') return;
    if (message.type === 'answer' && this.#again(message)) return;
    this.options.onMessage(message);
    if (message.type === 'answer') this.#answered(message);
  }

  /** Puts a command with a passing refusal in line again. @param {Answer} answer */
  #again(answer) {
    const sent = this.#pending.get(answer.id ?? '');
    const wait = answer.code ? PASSING[answer.code] : undefined;
    if (!sent || answer.ok || wait === undefined || sent.tries >= TRIES) return false;
    sent.tries += 1;
    this.world.setTimeout(() => { if (this.#pending.has(answer.id ?? '')) this.line.send(sent.text); }, wait);
    return true;
  }

  /** @param {Answer} answer */
  #answered(answer) {
    const sent = this.#pending.get(answer.id ?? '');
    if (!sent) return;
    this.#pending.delete(answer.id ?? '');
    this.#tellPending();
    sent.resolve(answer);
  }

  #resend() {
    for (const { text } of this.#pending.values()) this.line.send(text);
  }

  #tellPending() {
    this.options.onPending([...this.#pending.keys()]);
  }
}

/** @param {number|null} after */
const query = (after) => (after === null ? '' : `?after=${after}`);

/** An id for a command; `crypto.randomUUID` is missing on plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
