/** How pieces move: hops from square to square, slides along jumps and back to base. */
import { finished } from '../dice.js';

/** @typedef {{x: number, y: number, s: number}} Stop a point, and the piece's scale there */

/** One square. */
const HOP_MS = 90;
/** A whole path never takes longer. */
const PATH_MS = 600;
/** A slide: home after a capture, along a ladder or a snake. */
const SLIDE_MS = 320;
/** A piece flies no faster than this, in ms a square: out of its yard, that is slower than a hop. */
const FLIGHT_MS = 45;
/** How high a hop is, in squares. */
const LIFT = 0.22;

/** @param {Stop} p @param {number} [lift] */
const at = (p, lift = 0) => `translate(${p.x}px, ${p.y - lift}px) scale(${p.s})`;

/** How long a path of so many squares takes. @param {number} squares */
export const pathTime = (squares) => Math.min(PATH_MS, HOP_MS * squares);

/** How long it takes to hop along these stops. @param {Stop[]} stops */
export function hopTime(stops) {
  const far = stops.slice(1).reduce((sum, p, i) => sum + Math.hypot(p.x - stops[i].x, p.y - stops[i].y), 0);
  return Math.min(PATH_MS, Math.max(pathTime(stops.length - 1), FLIGHT_MS * far));
}

/** Keyframes that hop from stop to stop. @param {Stop[]} stops @returns {Keyframe[]} */
export function hops(stops) {
  return stops.flatMap((p, i) => {
    const before = stops[i - 1];
    if (!before) return [{ transform: at(p), easing: 'ease-out' }];
    const half = { x: (before.x + p.x) / 2, y: (before.y + p.y) / 2, s: (before.s + p.s) / 2 };
    return [{ transform: at(half, LIFT), easing: 'ease-in' }, { transform: at(p), easing: 'ease-out' }];
  });
}

/** @param {Element | undefined} el @param {Stop[]} stops the first is where it stands @param {AbortSignal} signal */
export async function hop(el, stops, signal) {
  if (!el || stops.length < 2 || signal.aborted) return;
  await finished(el.animate(hops(stops), { duration: hopTime(stops) }), signal);
}

/** @param {Element | undefined} el @param {Stop} from @param {Stop} to @param {AbortSignal} signal */
export async function slide(el, from, to, signal) {
  if (!el || signal.aborted) return;
  await finished(el.animate([{ transform: at(from) }, { transform: at(to) }], { duration: SLIDE_MS, easing: 'cubic-bezier(.2, .8, .2, 1)' }), signal);
}
