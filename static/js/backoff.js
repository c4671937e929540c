/** When to try again after a lost connection. */

/** The first wait, in ms. */
const FIRST_MS = 400;
/** The longest wait, in ms: for ever, but never rarer than this. */
export const LONGEST_MS = 15_000;

/**
 * How long to wait before an attempt: doubling, capped, and spread over the upper half so that a hall that
 * comes back is not met by everybody at once.
 * @param {number} attempt 0 for the first retry
 * @param {() => number} random 0..1
 * @returns {number} ms
 */
export function backoff(attempt, random) {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(full / 2 + (full / 2) * random());
}
