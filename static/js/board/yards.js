/** Yards: the players' places on the board, as large as the squares around them allow. */
import { isGrid } from './cells.js';
import { add, bearing, distance, heading, mean, sub, times, turn } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./cells.js').Cells} Cells */
/**
 * @typedef {object} Yard
 * @property {number} arm
 * @property {'square' | 'round'} shape
 * @property {Point} at its middle
 * @property {number} half half its width, or its radius
 * @property {number} corner radius of its corners
 * @property {Point[]} nests where pieces wait, by piece
 * @property {number} nestScale their scale there
 * @property {{at: Point, w: number, h: number, r: number}} plate the light field on it; `w` is its diameter where round
 * @property {{at: Point, s: number}} die the last die
 * @property {{at: Point, size: number, inside: 'rim' | 'plate' | null, room: number}} name the baseline's middle, the type size in squares, what of the yard it stands on, how wide it may be
 */

/** Free space between a yard and the nearest square: the timer ring runs there. */
const GAP = { square: 0.3, round: 0.27 };
/** No yard is larger or smaller than this, whatever room there is. */
const HALF = { min: 0.9, max: 3.6 };

/** A round yard with a larger radius has room for its name. */
const LARGE = 2.4;

/** @param {import('../protocol.js').Board} board @param {Cells} cells @returns {Yard[]} */
export function yardsOf(board, cells) {
  const small = isGrid(board);
  return cells.bases.flatMap((nests, arm) => (nests.length ? [small ? waitingPlace(nests, arm, board.cells.yards?.[arm]?.size ?? 1) : yard(cells, nests, arm)] : []));
}

/** On a grid: a plate beside the squares, nothing else. @param {Point[]} nests @param {number} arm @param {number} size @returns {Yard} */
function waitingPlace(nests, arm, size) {
  const at = mean(nests), half = size / 2;
  return { arm, shape: 'round', at, half, corner: half, nests, nestScale: 0.78 * size, plate: { at, w: size - 0.12, h: size - 0.12, r: half - 0.06 },
    die: { at, s: 0 }, name: { at, size: 0, inside: null, room: 0 } };
}

/** @param {Cells} cells @param {Point[]} nests @param {number} arm @returns {Yard} */
function yard(cells, nests, arm) {
  const at = mean(nests), shape = cells.upright ? /** @type {const} */ ('square') : /** @type {const} */ ('round');
  const half = Math.min(HALF.max, Math.max(HALF.min, room(cells, at, arm, shape) - GAP[shape]));
  const fit = Math.min(1, (half - 0.5) / Math.max(...nests.map((p) => Math.max(Math.abs(p.x - at.x), Math.abs(p.y - at.y))))), spots = nests.map((p) => add(at, times(sub(p, at), fit)));
  const spread = nearest(spots), nestScale = Math.min(1.5, 0.35 + 0.45 * spread);
  const top = at.y < cells.centre.y, k = half / 2.7, shift = shape === 'square' ? (top ? 0.3 : -0.3) * k : 0;
  const places = spots.map((p) => ({ x: p.x, y: p.y + shift })), reach = Math.min(...spots.map((p) => distance(p, at)));
  const dieScale = nests.length > 1 ? Math.min(0.85, Math.max(0.3, (reach - 0.58 * nestScale) * 1.5)) : 0;
  return {
    arm, shape, at, half, corner: 0.7 * k, nests: places, nestScale,
    plate: shape === 'round' ? { at, w: 2 * (half - 0.3), h: 2 * (half - 0.3), r: half - 0.3 } :
      { at: { x: at.x, y: at.y + shift }, w: 2 * half - 0.7 * k, h: 2 * half - 1.3 * k, r: 0.45 * k },
    die: { at: { x: at.x, y: at.y + shift }, s: dieScale },
    name: shape === 'square' ? { at: { x: at.x, y: top ? at.y - half + 0.68 * k : at.y + half - 0.29 * k }, size: 0.52 * k, inside: 'rim', room: 2 * half - 1.2 * k } : roundName(cells, at, half),
  };
}

/** Where a round yard's name goes: in a large yard above its pieces, else in the wedge between the arms, away from an upright one. @param {Cells} cells @param {Point} at @param {number} half */
function roundName(cells, at, half) {
  if (half > LARGE) return { at: { x: at.x, y: at.y - 0.66 * half }, size: 0.17 * half, inside: /** @type {const} */ ('plate'), room: 1.25 * half };
  const out = heading(bearing(cells.centre, at)), steep = Math.abs(out.x) < 0.55, size = cells.w > 1.5 ? 0.5 : 0.4;
  const p = add(at, times(out, -(half + 0.64 + out.x ** 2 * (1.68 * size - 0.2))));
  return { at: { x: p.x + (steep ? 0.32 * Math.sign(out.x) : 0), y: p.y + 0.15 }, size, inside: null, room: 6 * size };
}

/** How far a yard may reach before it touches a square or half way to another yard. @param {Cells} cells @param {Point} at @param {number} arm @param {'square' | 'round'} shape */
function room(cells, at, arm, shape) {
  const squares = [...cells.ring, ...cells.lanes.flat()].map((c) => {
    const d = turn(sub(at, c), { x: 0, y: 0 }, -c.rot), x = Math.abs(d.x) - cells.w / 2, y = Math.abs(d.y) - cells.h / 2;
    return shape === 'square' ? Math.max(x, y) : Math.hypot(Math.max(x, 0), Math.max(y, 0));
  });
  const others = cells.bases.flatMap((b, k) => (k === arm || !b.length ? [] : [distance(mean(b), at) / 2]));
  return Math.min(...squares, ...others);
}

/** @param {Point[]} points */
const nearest = (points) => Math.min(2, ...points.flatMap((a, i) => points.slice(i + 1).map((b) => distance(a, b))));
