/**
 * Where a piece stands: progress, as the rules count it, to a point of the drawn board.
 * Progress 0 is the arm's start square; on a grid it is the number of the square.
 */
import { indexOf, isGrid } from './cells.js';
import { add, bearing, distance, heading, sub, times } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('../protocol.js').Board} Board */
/** @typedef {import('./cells.js').Cells} Cells */
/** @typedef {import('./yards.js').Yard} Yard */
/** @typedef {import('./layout.js').Wedge} Wedge */
/** @typedef {'off' | 'base' | 'ring' | 'lane' | 'goal'} Zone */
/**
 * @typedef {object} Place
 * @property {number} x the piece's centre
 * @property {number} y
 * @property {number} cx the square's centre
 * @property {number} cy
 * @property {number} rot the square's angle
 * @property {number} s the scale of a piece that stands there alone
 * @property {Zone} zone
 * @property {string} key the same for all pieces that share the square
 */

/** Pieces on numbered squares are smaller and lower, so that the number stays readable. */
const NUMBERED = { s: 0.86, dy: 0.06 };

/** @typedef {(arm: number, progress: number, piece: number) => Place} Placer */

/**
 * @param {Board} board @param {Cells} cells @param {Yard[]} yards @param {Wedge[]} wedges
 * @returns {Placer}
 */
export function placer(board, cells, yards, wedges) {
  return (arm, progress, piece) => {
    if (progress < 0) return inBase(cells, yards, arm, piece);
    if (isGrid(board)) return onNumber(cells, indexOf(board, progress));
    const lane0 = laneFrom(board, arm), lead = cells.leads[arm]?.[progress], at = onRing(board, arm, progress);
    if (lead) return on(lead, 'lane', `p${arm}.${progress}`);
    if (progress < lane0) return { ...on(cells.ring[at], 'ring', `r${at}`), ...clearOf(board, cells, cells.ring[at]) };
    const lane = cells.lanes[arm] ?? [], i = progress - lane0;
    if (i < lane.length) return on(lane[i], 'lane', `l${arm}.${i}`);
    return atGoal(cells, wedges, arm, piece);
  };
}

/** Where pieces stand on a square: its middle, or a little inward where its outer end carries a number. @param {Board} board @param {Cells} cells @param {import('./cells.js').Cell} c @returns {Point} */
export const clearOf = (board, cells, c) => {
  const { x, y } = board.cells.numbered && !isGrid(board) ? add(c, times(heading(c.rot), -c.side * 0.08 * cells.w)) : c;
  return { x, y };
};

/** The progress of an arm's first lane square: after its own squares and those of the ring. @param {Board} board @param {number} arm */
export function laneFrom(board, arm) {
  const start = board.starts[arm], off = board.turn_offs[arm];
  if (start === undefined || off === undefined) return board.ring;
  return (board.lead ?? 0) + ((off - start + board.ring) % board.ring) + 1;
}

/** The ring square of an arm's progress, as an index into `cells.ring`. @param {Board} board @param {number} arm @param {number} progress */
export const onRing = (board, arm, progress) => (indexOf(board, board.starts[arm]) + progress - (board.lead ?? 0)) % board.ring;

/** The progress at which a piece is home (or in its last slot). @param {Board} board @param {number} arm */
export const homeAt = (board, arm) =>
  isGrid(board) ? (board.first ?? 0) + board.ring - 1 : board.goal ?? laneFrom(board, arm) + board.lane - 1;

/** The progress from which a piece counts as home: there, or in any of the slots. @param {Board} board @param {number} arm */
export const homeFrom = (board, arm) => (board.goal === null && !isGrid(board) ? laneFrom(board, arm) : homeAt(board, arm));

/** The progresses a piece passes from one to another, the last included. @param {number} from @param {number} to @returns {number[]} */
export function steps(from, to) {
  if (from < 0 || to < from) return [to];
  return Array.from({ length: to - from }, (_, i) => from + 1 + i);
}

/** @param {Point & {rot?: number}} c @param {Zone} zone @param {string} key @param {{s?: number, dy?: number}} [fit] @returns {Place} */
const on = (c, zone, key, { s = 1, dy = 0 } = {}) => ({ x: c.x, y: c.y + dy, cx: c.x, cy: c.y, rot: c.rot ?? 0, s, zone, key });

/** @param {Cells} cells @param {number} index */
const onNumber = (cells, index) => {
  const i = Math.min(Math.max(index, 0), cells.ring.length - 1);
  return on(cells.ring[i], 'ring', `r${i}`, NUMBERED);
};

/** @param {Cells} cells @param {Yard[]} yards @param {number} arm @param {number} piece */
function inBase(cells, yards, arm, piece) {
  const yard = yards.find((y) => y.arm === arm), spot = yard?.nests[piece] ?? cells.bases[arm]?.[piece];
  return spot ? on(spot, 'base', `b${arm}.${piece}`, { s: yard?.nestScale ?? 0.8 }) : on(cells.centre, 'off', `o${arm}.${piece}`);
}

/** @param {Cells} cells @param {Wedge[]} wedges @param {number} arm @param {number} piece */
function atGoal(cells, wedges, arm, piece) {
  const given = cells.goals[arm] ?? [], wedge = wedges.find((w) => w.arm === arm);
  if (given.length > 1) return on(given[piece % given.length], 'goal', `g${arm}.${piece}`, { s: Math.min(0.6, apart(given) * 1.27) });
  if (wedge) return on(wedge.spots[piece % wedge.spots.length], 'goal', `g${arm}.${piece}`, { s: wedge.scale });
  const at = given[0] ?? cells.centre, spread = add(at, heading(90 * piece + 45, 0.24));
  return on(spread, 'goal', `g${arm}.${piece}`, { s: 0.5 });
}

/** The least distance between points. @param {Point[]} points */
const apart = (points) => Math.min(...points.flatMap((a, i) => points.slice(i + 1).map((b) => distance(a, b))));

/** The four places of a wedge: side by side where it is widest. @param {Point} edge middle of its outer edge @param {Point} centre @param {number} half half its outer width @returns {{spots: Point[], scale: number}} */
export function wedgeSpots(edge, centre, half) {
  const depth = 0.76, width = 2 * half * depth, side = heading(bearing(edge, centre) + 90);
  const c = add(centre, times(sub(edge, centre), depth));
  const spots = [-0.33, -0.11, 0.11, 0.33].map((k) => add(c, times(side, k * width)));
  return { spots: spots.sort((a, b) => a.x - b.x || a.y - b.y), scale: Math.min(0.62, width * 0.26) };
}
