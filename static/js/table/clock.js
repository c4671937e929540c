/** Time left of the present decision: a ring that runs down, a number, and one spoken warning. */

/** Under this the ring is thick and the seconds stand beside it. */
export const LOW_S = 10;
/** How often time is looked at. */
const TICK_MS = 250;

/** @typedef {import('../board/yard-signs.js').TimeLeft} TimeLeft */

/** @param {number | null} deadlineAt @param {number | null} total in ms @param {number} now @returns {TimeLeft} */
export function timeLeft(deadlineAt, total, now) {
  if (deadlineAt === null) return { seconds: null, percent: 100, low: false };
  const ms = Math.max(0, deadlineAt - now), seconds = Math.ceil(ms / 1000);
  return { seconds, percent: Math.min(100, (100 * ms) / Math.max(total ?? ms, 1)), low: seconds <= LOW_S };
}

/**
 * Calls `show` as time passes, and `warn` once a decision when 10 s are left of more.
 * @param {() => {key: string, deadlineAt: number | null, total: number | null}} read @param {(left: TimeLeft) => void} show @param {(seconds: number) => void} warn
 */
export function createClock(read, show, warn) {
  let warned = '', drawn = '';
  const tick = () => {
    const { key, deadlineAt, total } = read(), left = timeLeft(deadlineAt, total, Date.now());
    const print = `${key} ${left.seconds}`;
    if (print === drawn) return;
    drawn = print;
    show(left);
    if (left.seconds === LOW_S && (total ?? 0) > LOW_S * 1000 && warned !== key) {
      warned = key;
      warn(LOW_S);
    }
  };
  const timer = setInterval(tick, TICK_MS);
  return { tick: () => { drawn = ''; tick(); }, stop: () => clearInterval(timer) };
}
