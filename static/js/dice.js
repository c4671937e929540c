/** Dice: a face as a picture, and a die that turns before it settles. */
import { s } from './board/svg.js';

/** Which of the nine fields of a face carry a pip. @type {{[n: number]: number[]}} */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** A turning die shows two other faces on its way. */
const TURN_MS = 240;

/** @param {number} n */
const pips = (n) => (PIPS[n] ?? []).map((i) => s('circle', { cx: (i % 3) * 0.26 - 0.26, cy: Math.floor(i / 3) * 0.26 - 0.26, r: 0.095 }));

/** A face in squares, for boards. @param {number} n */
export const dieFace = (n) =>
  s('g', { class: 'die' }, s('rect', { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.2 }), ...pips(n));

/** A face as a picture of its own. @param {number} n @returns {SVGSVGElement} */
export const die = (n) => s('svg', { class: 'die-svg', viewBox: '-.54 -.54 1.08 1.08', 'aria-hidden': 'true' }, dieFace(n));

/** Shows another face on a picture made by `die` or a group that holds a `dieFace`. @param {Element} holder @param {number} n */
export function showFace(holder, n) {
  const face = holder.querySelector('.die');
  if (!face || holder.getAttribute('data-n') === String(n)) return;
  face.querySelectorAll('circle').forEach((c) => c.remove());
  face.append(...pips(n));
  holder.setAttribute('data-n', String(n));
}

/**
 * Turns a die to `n`: two faces, then it settles. Ends at once when `signal` is aborted.
 * @param {Element} holder @param {number} n @param {AbortSignal} signal
 */
export async function turnDie(holder, n, signal) {
  const stops = [((n + 1) % 6) + 1, ((n + 3) % 6) + 1, n];
  for (const face of stops) {
    showFace(holder, face);
    if (signal.aborted || face === n) break;
    const turning = holder.animate?.([{ transform: 'rotate(0) scale(.86)' }, { transform: 'rotate(90deg) scale(1)' }], { duration: TURN_MS / 2, easing: 'ease-out' });
    await finished(turning, signal);
  }
  showFace(holder, n);
}

/** Waits for an animation, or ends it when the signal comes. @param {Animation | undefined} animation @param {AbortSignal} signal */
export async function finished(animation, signal) {
  if (!animation) return;
  const stop = () => animation.finish();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  await animation.finished.catch(() => undefined);
  signal.removeEventListener('abort', stop);
}
