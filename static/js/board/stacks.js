/** Pieces that share a square stand apart, so that two never look like one. Pure. */
import { heading, add, times } from './geometry.js';

/** @typedef {import('./places.js').Place} Place */
/** @typedef {import('./places.js').Placer} Placer */
/**
 * @typedef {Place & {id: string, arm: number, piece: number, progress: number, count: number}} Spot
 * a piece as it is drawn: `x`, `y`, `s` are its own, `count` says how many share its square
 */

/** Offsets across and along the square, and the scale, for two and for up to four. */
const TWO = { s: 0.6, at: [[-0.21, 0], [0.21, 0]] };
const FOUR = { s: 0.54, at: [[-0.22, -0.2], [0.22, -0.2], [-0.22, 0.22], [0.22, 0.22]] };

/** @param {number} arm @param {number} piece */
export const pieceId = (arm, piece) => `${arm}.${piece}`;

/**
 * @param {readonly (readonly number[] | null)[]} pieces progress by arm and piece, `null` where nobody plays
 * @param {Placer} place
 * @param {number} [across] a square's width
 * @returns {Spot[]} pieces that are drawn at all, in order of arm and piece
 */
export function spread(pieces, place, across = 1) {
  const spots = pieces.flatMap((list, arm) => (list ?? []).map((progress, piece) =>
    ({ ...place(arm, progress, piece), id: pieceId(arm, piece), arm, piece, progress, count: 1 }))).filter((p) => p.zone !== 'off');
  /** @type {Map<string, Spot[]>} */
  const groups = new Map();
  for (const p of spots) groups.set(p.key, [...(groups.get(p.key) ?? []), p]);
  return spots.map((p) => {
    const group = groups.get(p.key) ?? [p];
    return group.length === 1 ? p : standing(p, group.indexOf(p), group.length, across);
  });
}

/** @param {Spot} p @param {number} i @param {number} count @param {number} across @returns {Spot} */
function standing(p, i, count, across) {
  const { s, at } = fit(count), [u, v] = at[i], wide = across > 1.5 && count === 2, rot = wide ? p.rot : level(p.rot);
  const offset = add(times(heading(rot), (wide ? 1.38 : 1) * u), times(heading(rot + 90), v));
  return { ...p, ...add(p, offset), s: p.s * (wide ? 0.74 : s), count };
}

/** The same square with the least tilt, so that pieces stand beside each other. @param {number} rot */
const level = (rot) => ((rot + 45) % 90) - 45;

/** @param {number} count */
function fit(count) {
  if (count <= 2) return TWO;
  if (count <= 4) return FOUR;
  const k = Math.ceil(Math.sqrt(count)), gap = 0.88 / k;
  return { s: 0.98 / k, at: Array.from({ length: count }, (_, i) => [((i % k) - (k - 1) / 2) * gap, (Math.floor(i / k) - (k - 1) / 2) * gap]) };
}
