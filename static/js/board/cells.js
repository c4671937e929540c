/**
 * Where the squares of a board lie for one viewer: turned so that the viewer's arm is at the bottom, each with its angle.
 * Reads the geometry of `/api/v1/rulesets` alone.
 */
import { add, bearing, distance, heading, mean, middle, point, sub, turn } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('../protocol.js').Board} Board */
/** @typedef {Point & {rot: number, side: 1 | -1}} Cell a square: its centre, its angle in degrees, and on which side its outer end is */
/** @typedef {{centre: Point, ring: Cell[], leads: Cell[][], lanes: Cell[][], bases: Point[][], goals: Point[][], w: number, h: number, upright: boolean}} Cells */

/** Angles nearer than this are the same. */
const SAME_ANGLE_DEG = 1;
/** An arm further than this from its even place is not turned to the bottom: the whole board would stand aslant. */
const ASLANT_DEG = 10;
/** Squares this far off a line are not beside each other on it. */
const OFF_LINE = 0.3;

/**
 * @param {Board} board
 * @param {number | null} own the arm to draw at the bottom; `null`: as the data has it
 * @returns {Cells} `w` and `h`: a square's width across its arm and its height along it; `upright`: all squares are parallel to the edges
 */
export function cellsOf(board, own) {
  const raw = { ring: board.cells.ring.map(point), lanes: board.cells.lanes.map((l) => l.map(point)) };
  const ends = raw.lanes.filter((l) => l.length).map((l) => l[l.length - 1]);
  const centre = ends.length > 1 ? mean(ends) : middle(raw.ring);
  const by = own === null ? 0 : quarterTo(board, raw.lanes[own]?.[0], centre);
  const at = (/** @type {Point} */ p) => turn(p, centre, by);
  const lanes = raw.lanes.map((l) => l.map(at)), axes = lanes.flatMap((l) => (l.length ? [bearing(centre, l[0])] : []));
  const ring = raw.ring.map(at).map((p) => facing(p, centre, axes));
  const cells = { centre, ring, lanes: lanes.map((l) => l.map((p) => facing(p, centre, axes))), leads: (board.cells.leads ?? []).map((l) => l.map(point).map(at).map((p) => facing(p, centre, axes))), bases: board.cells.bases.map((b) => upright(b.map(point), at)), goals: board.cells.goal.map((g) => g.map(point).map(at)) };
  const round = board.cells.tile_shape === 'circle', w = round ? 1 : spacing(ring, 'x'), h = round ? 1 : spacing(ring, 'y');
  return { ...cells, w, h, upright: ring.every((c) => Math.abs(c.rot % 90) < SAME_ANGLE_DEG) };
}

/** Whether all pieces take the same way over numbered squares. @param {Board} board */
export const isGrid = (board) => board.starts.length === 0;

/** Where a square is in `cells.ring`, by its number. @param {Board} board @param {number} n */
export const indexOf = (board, n) => n - (board.first ?? 0);

/** The turn that brings a lane's mouth to the bottom, in whole arms; none where arms do not stand evenly round the centre. @param {Board} board @param {Point | undefined} mouth @param {Point} centre */
function quarterTo(board, mouth, centre) {
  if (!mouth) return 0;
  const deg = 90 - bearing(centre, mouth), arm = 360 / Math.max(1, board.cells.lanes.length), whole = Math.round(deg / arm) * arm;
  return Math.abs(whole - deg) < ASLANT_DEG ? whole : 0;
}

/** Places in a yard move with it and stay upright. @param {Point[]} places @param {(p: Point) => Point} at @returns {Point[]} */
function upright(places, at) {
  if (!places.length) return [];
  const c = mean(places), to = at(c);
  return places.map((p) => add(to, sub(p, c)));
}

/** A square turned as the arm whose axis passes nearest; its outer end is the one away from that axis. @param {Point} p @param {Point} centre @param {number[]} axes @returns {Cell} */
function facing(p, centre, axes) {
  let best = Infinity, rot = 0, side = 0;
  for (const a of axes) {
    const u = heading(a), d = sub(p, centre), along = d.x * u.x + d.y * u.y, off = d.y * u.x - d.x * u.y;
    if (along > 0 && Math.abs(off) < best - 1e-6) [best, rot, side] = [Math.abs(off), a - 90, -off];
  }
  const whole = ((Math.round(rot * 1e6) / 1e6) % 360 + 360) % 360, flipped = whole >= 179.999 && whole < 359.999;
  const out = Math.abs(side) < OFF_LINE ? -1 : side > 0 === flipped ? -1 : 1;
  return { ...p, rot: flipped ? whole - 180 : whole > 359.999 ? 0 : whole, side: /** @type {1 | -1} */ (out) };
}

/** The least distance between neighbours across (`x`) or along (`y`) the arm. @param {Cell[]} ring @param {'x' | 'y'} way */
function spacing(ring, way) {
  let best = Infinity;
  for (const a of ring) for (const b of ring) {
    if (a === b || Math.abs(a.rot - b.rot) > SAME_ANGLE_DEG || distance(a, b) > 3) continue;
    const d = turn(sub(b, a), { x: 0, y: 0 }, -a.rot), on = Math.abs(d[way]), off = Math.abs(way === 'x' ? d.y : d.x);
    if (off < OFF_LINE && on > 0.05) best = Math.min(best, on);
  }
  return Number.isFinite(best) ? Math.round(best * 100) / 100 : 1;
}
