/** What lies under a board: the outline of its slab, round squares and yards. */
import { add, bearing, bounds, distance, heading, num, pair, times, wrap } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Disc} Disc */
/** @typedef {import('./cells.js').Cells} Cells */
/** @typedef {import('./yards.js').Yard} Yard */
/** @typedef {{d: string, box: {x: number, y: number, w: number, h: number}}} Slab its path, and the rectangle that holds it */

/** The slab reaches this far beyond squares and yards. */
const RIM = 0.25;
/** The corners of a rectangular slab. */
const CORNER = 0.9;
/** Outlines of boards with few aslant arms have corners softened over so many squares. */
const SOFT = 1.4;
/** With fewer arms than this a polygon's corners would be far out and empty. */
const MANY_ARMS = 5;
/** A polygon's corners are at most this round, in its apothems: more would make it a circle. */
const ROUND = 0.68;
/** The picture shows this much around the slab. */
const MARGIN = 0.1;

/** @param {Cells} cells @param {Yard[]} yards @returns {Slab} */
export function slabOf(cells, yards) {
  const discs = discsOf(cells, yards), axes = cells.lanes.flatMap((l) => (l.length ? [bearing(cells.centre, l[0])] : []));
  if (cells.upright) return wrapped(cornerDiscs(discs), 0);
  return axes.length < MANY_ARMS ? wrapped(discs, SOFT) : polygon(cells, yards, axes);
}

/** @param {Disc[]} discs @param {number} soft @returns {Slab} */
const wrapped = (discs, soft) => ({ d: wrap(discs, soft), box: bounds(extremes(discs), MARGIN) });

/** @param {Disc[]} discs @returns {Point[]} */
const extremes = (discs) => discs.flatMap((d) => [{ x: d.x - d.r, y: d.y - d.r }, { x: d.x + d.r, y: d.y + d.r }]);

/** A polygon whose sides face the arms; its corners swell as far as the yards need. @param {Cells} cells @param {Yard[]} yards @param {number[]} axes @returns {Slab} */
function polygon(cells, yards, axes) {
  const { centre } = cells, half = Math.PI / axes.length, out = (/** @type {number} */ deg) => (/** @type {Point} */ p) => (p.x - centre.x) * heading(deg).x + (p.y - centre.y) * heading(deg).y;
  const side = Math.max(...axes.map((a) => Math.max(...cells.ring.map(out(a))))) + cells.h / 2 + RIM + 0.2;
  const reach = Math.max(...yards.map((y) => distance(y.at, centre) + y.half + RIM + 0.1));
  const round = Math.min(ROUND * side, Math.max(0, (side / Math.cos(half) - reach) / (1 / Math.cos(half) - 1)));
  const flat = (side - round) * Math.tan(half), corner = (side - round) / Math.cos(half);
  const ends = [...axes].sort((a, b) => a - b).map((a) => [-flat, flat].map((t) => add(add(centre, heading(a, side)), heading(a + 90, t))));
  const arc = `A${num(round)} ${num(round)} 0 0 1 `, d = ends.map(([p, q], i) => `${i ? arc : 'M'}${pair(p)}L${pair(q)}`).join('');
  const discs = axes.map((a) => ({ ...add(centre, heading(a + (half * 180) / Math.PI, corner)), r: round }));
  return { d: `${d}${arc}${pair(ends[0][0])}Z`, box: bounds(extremes(discs), MARGIN) };
}

/** What the slab is wrapped round. @param {Cells} cells @param {Yard[]} yards @returns {Disc[]} */
function discsOf(cells, yards) {
  const all = [...cells.ring, ...cells.lanes.flat(), ...cells.goals.flat().map((p) => ({ ...p, rot: 0 }))];
  const corners = all.flatMap((c) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => {
    const across = times(heading(c.rot), (u * cells.w) / 2 - u * 0.2), along = times(heading(c.rot + 90), (v * cells.h) / 2 - v * 0.2);
    return { ...add(c, add(across, along)), r: RIM + 0.2 };
  }));
  return [...corners, ...yards.flatMap((y) => yardDiscs(y))];
}

/** The round corners of the rectangle that holds all discs. @param {Disc[]} discs @returns {Disc[]} */
function cornerDiscs(discs) {
  const b = bounds(extremes(discs)), r = CORNER;
  return [[b.x + r, b.y + r], [b.x + b.w - r, b.y + r], [b.x + r, b.y + b.h - r], [b.x + b.w - r, b.y + b.h - r]].map(([x, y]) => ({ x, y, r }));
}

/** @param {Yard} y @returns {Disc[]} */
const yardDiscs = (y) => (y.shape === 'round' ? [{ ...y.at, r: y.half + Math.min(0.34, 0.2 + 0.1 * y.half) }] :
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => ({ x: y.at.x + u * (y.half - y.corner), y: y.at.y + v * (y.half - y.corner), r: y.corner + 0.3 + RIM })));
