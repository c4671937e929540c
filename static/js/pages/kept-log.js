/**
 * What happened at a table, kept over a reload of this tab: a snapshot tells how things stand, not how they came so.
 *
 * @import {LogLine, TableState} from '../state/reducer.js'
 */

/** How many lines are kept. */
const KEPT_LINES = 120;

/** @param {string} code */
const key = (code) => `ludohall.log.${code}`;

/** @param {TableState} state */
export function keepLog({ code, table, log }) {
  if (!table || log.length === 0) return;
  try {
    sessionStorage.setItem(key(code), JSON.stringify({ table: table.created_at, log: log.slice(-KEPT_LINES) }));
  } catch { /* no room, no log: nothing else depends on it */ }
}

/** The lines of this very table; a code may have belonged to another one. @param {TableState} state @returns {LogLine[]} */
export function keptLog({ code, table }) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(code)) ?? 'null');
    return kept?.table === table?.created_at ? kept.log : [];
  } catch {
    return [];
  }
}
