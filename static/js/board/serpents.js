/** Ladders and snakes as paths, from the squares that a jump joins. */
import { add, distance, heading, num, pair, polyline, sub, times, bearing } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{rails: string, rungs: string}} Ladder */
/** @typedef {{body: string, back: string, head: Point, angle: number, tone: number}} Snake `tone` 1 to 3; `angle`: where its head looks */

/** @param {Point} foot @param {Point} top @returns {Ladder} */
export function ladder(foot, top) {
  const deg = bearing(foot, top), u = heading(deg), n = heading(deg + 90, 0.17), a = sub(foot, times(u, 0.12)), b = add(top, times(u, 0.12));
  const count = Math.max(3, Math.round(distance(a, b) / 0.4));
  const rungs = Array.from({ length: count - 1 }, (_, i) => {
    const p = add(a, times(sub(b, a), (i + 1) / count));
    return `M${pair(sub(p, n))}L${pair(add(p, n))}`;
  });
  return { rails: `M${pair(sub(a, n))}L${pair(sub(b, n))}M${pair(add(a, n))}L${pair(add(b, n))}`, rungs: rungs.join('') };
}

/** A sine that tapers towards its tail. @param {Point} head @param {Point} tail @param {number} i which snake of the board it is @returns {Snake} */
export function snake(head, tail, i) {
  const spine = wave(head, tail, i), last = spine.length - 1;
  const left = /** @type {Point[]} */ ([]), right = /** @type {Point[]} */ ([]);
  spine.forEach((p, k) => {
    const deg = bearing(spine[Math.max(0, k - 1)], spine[Math.min(last, k + 1)]), side = heading(deg + 90, girth(k / last));
    left.push(add(p, side));
    right.unshift(sub(p, side));
  });
  return {
    body: polyline([...left, ...right], true), back: polyline(spine.slice(Math.round(last * 0.1), Math.round(last * 0.9))),
    head, angle: Number(num(bearing(spine[3], spine[0]))), tone: (i % 3) + 1,
  };
}

/** @param {Point} head @param {Point} tail @param {number} i @returns {Point[]} */
function wave(head, tail, i) {
  const length = distance(head, tail), along = sub(tail, head), side = heading(bearing(head, tail) + 90);
  const waves = Math.max(1, Math.round(length / 2.3)) * (length < 1.5 ? 0.5 : 1), swing = Math.min(0.34, 0.13 + length * 0.04) * (i % 2 ? -1 : 1);
  const count = Math.max(24, Math.round(length * 14));
  return Array.from({ length: count + 1 }, (_, k) => {
    const t = k / count, env = Math.sin(Math.PI * Math.min(1, t * 1.02)) ** 0.6;
    return add(add(head, times(along, t)), times(side, swing * (env || 0) * Math.sin(2 * Math.PI * waves * t)));
  });
}

/** Half the body's width at `t` of its length: a neck, a body, a tail. @param {number} t */
const girth = (t) => (t < 0.08 ? 0.11 + t * 0.5 : 0.15) * (t > 0.55 ? 1 - ((t - 0.55) / 0.45) ** 1.6 * 0.86 : 1);
