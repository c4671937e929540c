/**
 * A WebSocket that is always wanted: it comes back for ever, notices when it is dead, and says honestly how it
 * stands. It knows nothing of tables; what is sent and what messages mean is its user's business.
 *
 * @import {Conn} from './state/reducer.js'
 */
import { backoff } from './backoff.js';

/**
 * What the line needs of the world; tests bring their own.
 * @typedef {object} World
 * @property {new (url: string, protocols?: string[]) => WebSocket} WebSocket
 * @property {(run: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {() => number} now ms
 * @property {() => number} random 0..1
 * @property {(wake: () => void) => () => void} onWake Calls back when the page comes to the foreground or the network returns; answers how to stop.
 */

/**
 * @typedef {object} LineOptions
 * @property {() => string} url Where to connect, asked anew for each attempt.
 * @property {string[]} [protocols]
 * @property {(message: any) => void} onMessage
 * @property {(conn: Conn) => void} onConn
 * @property {() => void} [onLive] After the first message of a connection was handled.
 * @property {() => Promise<void>} [renew] Gets a session after close code 4401.
 * @property {((t: number) => string)|null} [ping] The text of a ping; `null` where the server answers none.
 */

/** Ask for a sign of life this often, in ms: well within the 45 s after which a server gives up. */
const PING_EVERY_MS = 15_000;
/** No answer for this long: the line is dead, in ms. */
const DEAD_AFTER_MS = 6_000;
/** No connection within this time: try afresh, in ms. */
const CONNECT_MS = 10_000;
/** How long "you are back" is shown, in ms. */
const BACK_MS = 3_000;
/** A wanted reconnect that takes longer than this is shown as lost, in ms. */
const QUIET_MS = 1_500;
/** After so many attempts a restart counts as a lost line. */
const RESTART_TRIES = 8;

/** Close codes after which trying again is of no use: not allowed, no such table, closed. */
const FINAL = [4403, 4404, 4410];
/** Close codes of a server that restarts, and of a session that is gone. */
const RESTART = 1012, NO_SESSION = 4401;

export class Line {
  /** @type {WebSocket|null} */ #socket = null;
  /** @type {Conn} */ #conn = { status: 'connecting', retryAt: null, code: null };
  /** @type {{[name: string]: any}} */ #timers = {};
  #attempt = 0;
  #heard = 0;
  #live = false;
  #closed = false;
  #renewals = 0;
  /** @type {{code: number, retry_ms: number|null}|null} */ #bye = null;
  /** @type {() => void} */ #stopListening;

  /** @param {LineOptions} options @param {World} world */
  constructor(options, world) {
    this.options = options;
    this.world = world;
    this.#stopListening = world.onWake(() => this.#wake());
    this.#connect();
  }

  /** Whether messages arrive. */
  get live() {
    return this.#live;
  }

  /** Sends a text if the line is live. @param {string} text @returns {boolean} whether it went out */
  send(text) {
    if (!this.#live || !this.#socket) return false;
    this.#socket.send(text);
    return true;
  }

  /** Tries again at once. */
  retry() {
    if (this.#closed || this.#socket) return;
    this.#attempt = 0;
    this.#connect();
  }

  /** Connects anew without showing a loss, for a fresh snapshot. */
  refresh() {
    if (this.#closed || this.#conn.status === 'final') return;
    this.#drop();
    this.#timer('quiet', QUIET_MS, () => this.#tell({ status: 'lost', retryAt: null }));
    this.#connect();
  }

  /** Ends the line for good. */
  close() {
    this.#closed = true;
    this.#stopListening();
    this.#drop();
    for (const name of Object.keys(this.#timers)) this.#clear(name);
  }

  #connect() {
    this.#clear('retry');
    this.#bye = null;
    if (this.#conn.retryAt !== null) this.#tell({ retryAt: null });
    const socket = new this.world.WebSocket(this.options.url(), this.options.protocols);
    this.#socket = socket;
    socket.onmessage = (event) => this.#received(socket, String(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
    this.#timer('connect', CONNECT_MS, () => this.#lose());
  }

  /** @param {WebSocket} socket @param {string} text */
  #received(socket, text) {
    if (socket !== this.#socket) return;
    this.#heard = this.world.now();
    this.#clear('dead');
    const message = JSON.parse(text);
    if (message.type === 'bye') {
      this.#bye = { code: message.code, retry_ms: message.retry_ms ?? null };
      return;
    }
    this.options.onMessage(message);
    if (!this.#live && socket === this.#socket) this.#cameAlive();
  }

  #cameAlive() {
    const back = this.#conn.status !== 'connecting' && this.#conn.status !== 'open';
    this.#live = true;
    this.#attempt = 0;
    this.#renewals = 0;
    this.#clear('connect');
    this.#clear('quiet');
    this.#tell({ status: back ? 'back' : 'open', retryAt: null, code: null });
    if (back) this.#timer('back', BACK_MS, () => this.#tell({ status: 'open' }));
    this.#schedulePing();
    this.options.onLive?.();
  }

  #schedulePing() {
    if (this.options.ping) this.#timer('ping', PING_EVERY_MS, () => this.#probe());
  }

  /** Asks for a sign of life; silence means that the line is dead although it looks open. */
  #probe() {
    if (!this.#live || !this.options.ping) return;
    this.#socket?.send(this.options.ping(this.world.now()));
    if (!('dead' in this.#timers)) this.#timer('dead', DEAD_AFTER_MS, () => this.#lose());
    this.#schedulePing();
  }

  /** The page is back in the foreground, or the network is. */
  #wake() {
    if (this.#closed || this.#conn.status === 'final') return;
    if (!this.#socket) return this.retry();
    if (!this.#live) return;
    if (this.options.ping) return this.#probe();
    if (this.world.now() - this.#heard > PING_EVERY_MS) this.refresh();
  }

  /** Gives the present socket up as dead. */
  #lose() {
    const socket = this.#socket;
    if (socket) this.#lost(socket, 1006);
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.#socket) return;
    const { code: reason, retry_ms } = this.#bye ?? { code, retry_ms: null };
    this.#drop();
    if (FINAL.includes(reason)) return this.#tell({ status: 'final', code: reason, retryAt: null });
    if (reason === NO_SESSION) return this.#renew();
    const wait = retry_ms === null ? backoff(this.#attempt, this.world.random) : retry_ms * (1 + this.world.random() / 2);
    this.#attempt += 1;
    this.#later(reason === RESTART ? 'restart' : 'lost', wait);
  }

  /** A hall that restarts refuses connections for a while: that is still the restart.
   * @param {'lost'|'restart'} status @param {number} wait ms */
  #later(status, wait) {
    const restart = status === 'restart' || (this.#conn.status === 'restart' && this.#attempt < RESTART_TRIES);
    this.#clear('quiet');
    this.#tell({ status: restart ? 'restart' : 'lost', retryAt: this.world.now() + wait, code: null });
    this.#timer('retry', wait, () => this.#connect());
  }

  /** The session is gone: get one and come back; give up only if that does not help. */
  #renew() {
    this.#renewals += 1;
    if (this.#renewals > 2 || !this.options.renew) return this.#tell({ status: 'final', code: NO_SESSION, retryAt: null });
    const again = () => { if (!this.#closed && !this.#socket) this.#later('lost', backoff(this.#attempt++, this.world.random)); };
    this.options.renew().then(again, again);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#live = false;
    for (const name of ['connect', 'ping', 'dead', 'back', 'retry']) this.#clear(name);
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  /** @param {Partial<Conn>} change */
  #tell(change) {
    this.#conn = { ...this.#conn, ...change };
    if (!this.#closed) this.options.onConn(this.#conn);
  }

  /** @param {string} name @param {number} ms @param {() => void} run */
  #timer(name, ms, run) {
    this.#clear(name);
    this.#timers[name] = this.world.setTimeout(() => {
      delete this.#timers[name];
      run();
    }, ms);
  }

  /** @param {string} name */
  #clear(name) {
    if (!(name in this.#timers)) return;
    this.world.clearTimeout(this.#timers[name]);
    delete this.#timers[name];
  }
}

/** The browser as a world. @returns {World} */
export function browserWorld() {
  return {
    WebSocket,
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => Date.now(),
    random: () => Math.random(),
    onWake(wake) {
      const visible = () => { if (document.visibilityState === 'visible') wake(); };
      document.addEventListener('visibilitychange', visible);
      addEventListener('online', wake);
      addEventListener('pageshow', wake);
      return () => {
        document.removeEventListener('visibilitychange', visible);
        removeEventListener('online', wake);
        removeEventListener('pageshow', wake);
      };
    },
  };
}

/** The address of a socket path of this hall. @param {string} path starts with `/api` */
export function socketUrl(path) {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
}
