/**
 * The REST calls, and problems as values with a code that the catalogues have words for.
 *
 * @import {Changes, CreateTable, Length, Me, Problem, Record as GameRecord, Ruleset, Session, Table} from './protocol.js'
 */
import { newId } from './table-socket.js';

/** A refusal, or no answer at all (`offline`). */
export class Refused extends Error {
  /** @param {string} code a ProblemCode or `offline` @param {Partial<Problem>} [problem] @param {number} [retryAfter] seconds */
  constructor(code, problem = {}, retryAfter = 0) {
    super(problem.detail ?? code);
    this.code = code;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** @type {Promise<unknown>|null} */
let session = null;

/** The guest of this browser, made silently on the first visit. @returns {Promise<Session>} */
export async function openSession() {
  session ??= call('POST', '/api/v1/session', {}).catch((error) => { session = null; throw error; });
  return /** @type {Promise<Session>} */ (session);
}

/** Gets a session anew, after the old one was refused. */
export async function renewSession() {
  session = null;
  await openSession();
}

/**
 * A call as the guest of this browser; a session that is gone is renewed once.
 * @param {string} method @param {string} path @param {unknown} [body] @param {{[name: string]: string}} [headers]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, headers) {
  await openSession();
  try {
    return await call(method, path, body, headers);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'no_session') throw error;
    await renewSession();
    return call(method, path, body, headers);
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {{[name: string]: string}} [headers] @returns {Promise<any>} */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(path, {
    method, credentials: 'same-origin', headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => { throw new Refused('offline'); });
  if (answer.status === 204) return null;
  const json = await answer.json().catch(() => null);
  if (answer.ok) return json;
  throw new Refused(json?.code ?? fallback(answer.status), json ?? {}, Number(answer.headers.get('Retry-After')) || 0);
}

/** @param {number} status */
const fallback = (status) => (status === 404 ? 'not_found' : status === 429 ? 'too_many_requests' : status >= 502 ? 'unavailable' : 'internal');

/** A key under which a call that opens a table has one effect, however often it is sent. */
const once = () => ({ 'Idempotency-Key': newId() });

/**
 * Sends a call that opens a table again, under the same key, if the line broke before the answer.
 * @param {string} path @param {unknown} body @returns {Promise<Table>}
 */
async function opened(path, body) {
  const headers = once();
  try {
    return await request('POST', path, body, headers);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'offline') throw error;
    return request('POST', path, body, headers);
  }
}

/** @param {string} code */
const at = (code) => `/api/v1/tables/${encodeURIComponent(code)}`;

export const api = {
  /** @returns {Promise<Me>} */
  me: () => request('GET', '/api/v1/me'),
  /** @param {{name?: string, language?: string}} change @returns {Promise<Me>} */
  changeMe: (change) => request('PATCH', '/api/v1/me', change),
  /** @returns {Promise<Ruleset[]>} */
  rulesets: async () => (await request('GET', '/api/v1/rulesets')).rulesets,
  /** About how long a game of such a table takes; refused as its creation would be. @param {CreateTable} spec @returns {Promise<Length>} */
  length: (spec) => request('POST', '/api/v1/length', spec),
  /** @param {CreateTable} spec */
  create: (spec) => opened('/api/v1/tables', spec),
  /** @param {string} ruleset @param {number} [seats] */
  quick: (ruleset, seats) => opened('/api/v1/quick', { ruleset, ...(seats && { seats }) }),
  /** @param {string} code @returns {Promise<Table>} */
  table: (code) => request('GET', at(code)),
  /** @param {string} code @param {Changes} changes @returns {Promise<Table>} */
  change: (code, changes) => request('PATCH', at(code), changes),
  /** @param {string} code @param {number} [arm] @returns {Promise<Table>} */
  sit: (code, arm) => request('POST', `${at(code)}/seats`, arm === undefined ? {} : { arm }),
  /** @param {string} code @returns {Promise<Table>} */
  leave: (code) => request('DELETE', `${at(code)}/seats/mine`),
  /** @param {string} code @param {number} arm @returns {Promise<Table>} */
  putBot: (code, arm) => request('POST', `${at(code)}/bots`, { arm }),
  /** @param {string} code @param {number} arm @returns {Promise<Table>} */
  removeBot: (code, arm) => request('DELETE', `${at(code)}/bots/${arm}`),
  /** @param {string} code @returns {Promise<Table>} */
  start: (code) => request('POST', `${at(code)}/start`, {}),
  /** @param {string} code @param {number} arm @returns {Promise<Table>} */
  kick: (code, arm) => request('POST', `${at(code)}/kick`, { arm }),
  /** @param {string} code @returns {Promise<Table>} */
  rematch: (code) => opened(`${at(code)}/rematch`, {}),
  /** @param {string} id @returns {Promise<GameRecord>} */
  record: (id) => request('GET', `/api/v1/games/${encodeURIComponent(id)}`),
  /** @param {string} code The address of the picture. */
  qr: (code) => `${at(code)}/qr.svg`,
};
