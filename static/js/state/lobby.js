/**
 * The lobby's state and its pure reducer: listings by code, newest first.
 *
 * @import {Listing, LobbyMessage} from '../protocol.js'
 */

/** @typedef {{loaded: boolean, tables: Map<string, Listing>, total: number, online: number}} LobbyState */

/** How many rows are held; the server's snapshot has the 100 newest. */
const MOST = 300;

/** @returns {LobbyState} */
export const emptyLobby = () => ({ loaded: false, tables: new Map(), total: 0, online: 0 });

/**
 * The state after a message. Never changes `state`.
 * @param {LobbyState} state @param {LobbyMessage} message
 * @returns {LobbyState}
 */
export function reduceLobby(state, message) {
  switch (message.type) {
    case 'snapshot': return { loaded: true, tables: new Map(message.tables.map((table) => [table.code, table])), total: message.total, online: message.online };
    case 'upsert': return { ...state, tables: held(state.tables, message.table) };
    case 'remove': return { ...state, tables: new Map([...state.tables].filter(([code]) => code !== message.code)) };
    case 'online': return { ...state, online: message.online };
    default: return state;
  }
}

/**
 * The tables to show, newest first; those one can still join before those that play.
 * @param {LobbyState} state @param {string} ruleset '' for all
 */
export function shownTables(state, ruleset) {
  const rank = (/** @type {Listing} */ table) => (table.phase === 'waiting' ? 0 : 1);
  return [...state.tables.values()]
    .filter((table) => (!ruleset || table.ruleset === ruleset) && table.phase !== 'closed')
    .sort((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at) || a.code.localeCompare(b.code));
}

/** @param {Map<string, Listing>} tables @param {Listing} table */
function held(tables, table) {
  const next = new Map(tables);
  next.set(table.code, table);
  if (next.size > MOST) next.delete(/** @type {string} */ (next.keys().next().value));
  return next;
}
