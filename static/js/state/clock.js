/**
 * What a table's clock means.
 *
 * @import {Clock} from '../protocol.js'
 */

/** Time for one decision of the named clocks, in ms. */
const NAMED = { house: 60_000, brisk: 15_000, party: 30_000, untimed: null };

/**
 * Time for one decision of a clock, in ms; `null` without one.
 * @param {Clock} clock
 * @returns {number|null}
 */
export function decisionTime(clock) {
  if (typeof clock === 'object') return clock.decision_ms;
  return NAMED[clock] ?? null;
}
