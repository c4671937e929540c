/**
 * From a board's geometry to a scene: all that is drawn of an empty board, and where pieces go. A pure function; nothing here
 * knows a preset, so a board nobody has seen yet is drawn like any other.
 */
import { bearing, circlePath, distance, heading, add, polyline, roundRect, sub, times } from './geometry.js';
import { cellsOf, indexOf, isGrid } from './cells.js';
import { clearOf, laneFrom, onRing, placer, wedgeSpots } from './places.js';
import { yardsOf } from './yards.js';
import { ladder, snake } from './serpents.js';
import { slabOf } from './slab.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./cells.js').Cells} Cells */
/** @typedef {import('./yards.js').Yard} Yard */
/** @typedef {import('../protocol.js').Board} Board */
/**
 * @typedef {object} Tile one square
 * @property {string} key `r12` on the ring, `l0.3` in a lane
 * @property {number} x @property {number} y @property {number} rot
 * @property {'square' | 'round' | 'slot' | 'flat'} shape
 * @property {number | null} arm whose colour it wears
 * @property {boolean} start @property {boolean} safe @property {boolean} alt @property {boolean} finish
 * @property {number | null} number what it is called @property {Point} label where that stands @property {boolean} small @property {string} letter
 * @property {Point} mark where its mark and its pieces stand, clear of the number
 * @property {'star' | 'circle' | 'globe'} sign how it is marked if safe
 * @property {number | null} arrow the direction it points to, in degrees
 * @property {number | 'all' | null} hop whose pieces do not stay there
 */
/** @typedef {{arm: number, d: string, spots: Point[], scale: number}} Wedge an arm's part of the middle */
/**
 * @typedef {object} Scene
 * @property {[number, number, number, number]} box what the picture shows: x, y, width, height in squares
 * @property {string} slab @property {string} rail a line under round fields, or ''
 * @property {Tile[]} tiles @property {Yard[]} yards @property {Wedge[]} wedges
 * @property {import('./serpents.js').Ladder[]} ladders @property {import('./serpents.js').Snake[]} snakes
 * @property {{arm: number, d: string, tip: Point, angle: number}[]} flights shortcuts over the board
 * @property {Point} centre @property {number} w @property {number} h
 * @property {import('./places.js').Placer} place
 */

/** A number stands this far out from the middle of its square, in its widths: three digits still fit. */
const LABEL = 0.325;
/** A wedge is never wider than so many squares to either side: an arm has three. */
const WEDGE_HALF = 1.5;

/**
 * @param {Board} board
 * @param {{own?: number | null}} [view] the viewer's arm, drawn at the bottom
 * @returns {Scene}
 */
export function layout(board, { own = null } = {}) {
  const cells = cellsOf(board, own), yards = yardsOf(board, cells), wedges = wedgesOf(board, cells);
  const { d: slab, box: b } = slabOf(cells, yards), at = (/** @type {number} */ n) => cells.ring[indexOf(board, n)];
  const jumps = (board.jumps ?? []).filter(([a, z]) => at(a) && at(z));
  return {
    box: [b.x, b.y, b.w, b.h],
    slab,
    rail: board.goal === null && !isGrid(board) ? polyline(cells.ring, true) : '',
    tiles: [...cells.ring.map((_, i) => ringTile(board, cells, i)), ...leadTiles(cells), ...laneTiles(board, cells)],
    flights: flightsOf(board, cells),
    yards, wedges,
    ladders: jumps.filter(([a, z]) => z > a).map(([a, z]) => ladder(at(a), at(z))),
    snakes: jumps.filter(([a, z]) => z < a).map(([a, z], i) => snake(at(a), at(z), i)),
    centre: cells.centre, w: cells.w, h: cells.h,
    place: placer(board, cells, yards, wedges),
  };
}

/** @param {Board} board @param {Cells} cells @param {number} i @returns {Tile} */
function ringTile(board, cells, i) {
  const c = cells.ring[i], numbered = isGrid(board), here = (/** @type {number} */ n) => indexOf(board, n) === i, armed = (/** @type {number} */ k) => (cells.lanes[k]?.length ?? 0) > 0;
  const start = board.starts.findIndex((n, k) => here(n) && armed(k)), off = board.turn_offs.findIndex((n, k) => here(n) && armed(k));
  const slots = board.goal === null && !numbered, hop = hopsAt(board, i), entry = board.lead ? -1 : start;
  const arrow = slots ? (start < 0 ? null : bearing(c, cells.ring[(i + 1) % cells.ring.length])) : off < 0 || hop === 'all' || board.safe.some(here) ? null : bearing(c, cells.lanes[off][0]);
  return {
    key: `r${i}`, ...c, shape: slots ? 'round' : numbered ? 'flat' : 'square',
    arm: entry >= 0 ? entry : !slots && off >= 0 ? off : null,
    start: entry >= 0, safe: board.safe.some(here), alt: numbered && (Math.floor(c.x + 0.01) + Math.floor(c.y + 0.01)) % 2 !== 0,
    finish: numbered && i === cells.ring.length - 1, number: numbered || board.cells.numbered ? i + (board.first ?? 0) : null, ...labelOf(board, cells, c), small: numbered, letter: '', arrow, hop,
  };
}

/** Where a square's number, its mark and its pieces stand. @param {Board} board @param {Cells} cells @param {import('./cells.js').Cell} c */
function labelOf(board, cells, c) {
  const sign = board.cells.safe_mark ?? /** @type {const} */ ('star');
  if (isGrid(board)) return { label: { x: c.x - 0.42, y: c.y - 0.22 }, mark: c, sign };
  const end = add(c, times(heading(c.rot), c.side * LABEL * cells.w));
  return { label: { x: end.x, y: end.y + 0.15 }, mark: clearOf(board, cells, c), sign };
}

/** @param {Board} board @param {Cells} cells @returns {Tile[]} */
function laneTiles(board, cells) {
  const slots = board.goal === null;
  return cells.lanes.flatMap((lane, arm) => lane.map((c, i) => ({
    key: `l${arm}.${i}`, ...c, shape: slots ? /** @type {const} */ ('slot') : /** @type {const} */ ('square'), arm,
    start: false, safe: false, alt: false, finish: false, number: null, label: c, small: false, mark: c, sign: /** @type {const} */ ('star'), letter: slots ? String.fromCharCode(97 + i) : '', arrow: null, hop: null,
  })));
}

/** Squares before the ring: they look like starts. @param {Cells} cells @returns {Tile[]} */
function leadTiles(cells) {
  return cells.leads.flatMap((lead, arm) => lead.map((c, i) => ({
    key: `p${arm}.${i}`, ...c, shape: /** @type {const} */ ('round'), arm, start: true, safe: false, alt: false, finish: false, number: null, label: c, small: false, mark: c,
    sign: /** @type {const} */ ('star'), letter: '', arrow: null, hop: null,
  })));
}

/** Whose pieces do not stay on a ring square: one arm's, everybody's, nobody's. @param {Board} board @param {number} i @returns {number | 'all' | null} */
function hopsAt(board, i) {
  const whose = board.starts.flatMap((_, arm) => ((board.hops ?? []).some(({ from, to }) => [from, to].some((p) => p < laneFrom(board, arm) && onRing(board, arm, p) === i)) ? [arm] : []));
  return whose.length > 1 ? 'all' : whose[0] ?? null;
}

/** Shortcuts, from square to square. @param {Board} board @param {Cells} cells */
function flightsOf(board, cells) {
  return board.starts.flatMap((_, arm) => (board.hops ?? []).filter(({ crosses }) => crosses !== undefined && crosses !== null).map(({ from, to }) => {
    const a = cells.ring[onRing(board, arm, from)], b = cells.ring[onRing(board, arm, to)], along = heading(bearing(a, b), 0.5), tip = sub(b, along);
    return { arm, d: polyline([add(a, along), tip]), tip, angle: bearing(a, b) };
  }));
}

/** The middle, cut into one wedge for each lane that leads to it. @param {Board} board @param {Cells} cells @returns {Wedge[]} */
function wedgesOf(board, cells) {
  const arms = cells.lanes.filter((l) => l.length).length;
  if (board.goal === null || arms < 2) return [];
  return cells.lanes.flatMap((lane, arm) => {
    const last = lane[lane.length - 1];
    if (!last || distance(last, cells.centre) < 0.8) return [];
    const inward = heading(bearing(last, cells.centre)), edge = add(last, times(inward, cells.h / 2));
    const half = Math.min(WEDGE_HALF * cells.w, distance(edge, cells.centre) * Math.tan(Math.PI / Math.max(3, arms)));
    const side = times(heading(bearing(last, cells.centre) + 90), half);
    return [{ arm, d: polyline([add(edge, side), cells.centre, sub(edge, side)], true), ...wedgeSpots(edge, cells.centre, half) }];
  });
}

/** The outline of a yard, `gap` squares outside its rim: where the timer runs. @param {Yard} y @param {number} gap */
export const yardOutline = (y, gap) => (y.shape === 'round' ? circlePath(y.at, y.half + gap) : roundRect(y.at, 2 * (y.half + gap), 2 * (y.half + gap), y.corner + gap));

