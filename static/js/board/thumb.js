/** A small picture of a board for lists: its outline, squares and colours in a few paths, without marks or pieces. */
import { add, circlePath, heading, pair, roundRect, times } from './geometry.js';
import { layout } from './layout.js';
import { s } from './svg.js';

/** @typedef {import('../protocol.js').Board} Board */
/** @typedef {import('./layout.js').Scene} Scene */
/** @typedef {import('./layout.js').Tile} Tile */

/** Pictures that have been drawn already. @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * @param {Board} board
 * @param {number[]} [arms] the arms that are played; absent: all
 * @returns {SVGSVGElement}
 */
export function thumbnail(board, arms) {
  const key = `${board.id} ${board.cells.ring.length} ${arms ?? 'all'}`, known = drawn.get(key) ?? draw(board, arms);
  drawn.set(key, known);
  return /** @type {SVGSVGElement} */ (known.cloneNode(true));
}

/** @param {Board} board @param {number[]} [arms] */
function draw(board, arms) {
  const scene = layout(board), seats = board.colours.map((_, arm) => arm);
  const wears = (/** @type {number} */ arm) => `c-${board.colours[arm]}${arms && !arms.includes(arm) ? ' vacant' : ''}`;
  const flat = (/** @type {(t: Tile) => boolean} */ which) => scene.tiles.filter(which).map((t) => square(t, scene)).join('');
  return s('svg', { class: 'thumb', viewBox: scene.box.map((n) => n.toFixed(2)).join(' '), 'aria-hidden': 'true' },
    s('path', { class: 'slab', d: scene.slab }),
    s('path', { class: 'tile flat', d: flat((t) => !t.alt && !t.start && t.key.startsWith('r')) }), s('path', { class: 'tile flat alt', d: flat((t) => t.alt) }),
    ...seats.map((arm) => s('g', { class: wears(arm) }, s('path', { class: 'tile flat start', d: flat((t) => t.arm === arm && (t.start || t.key.startsWith('l'))) }), ...yard(scene, arm))),
    ...scene.wedges.map((w) => s('path', { class: `goal ${wears(w.arm)}`, d: w.d })),
    ...scene.ladders.map((l) => s('path', { class: 'thumb-ladder', d: l.rails })), ...scene.snakes.map((k) => s('path', { class: `snake-body snake k${k.tone}`, d: k.body })));
}

/** @param {Tile} t @param {Scene} scene */
function square(t, scene) {
  if (t.shape === 'round' || t.shape === 'slot') return circlePath(t, 0.42 * scene.w);
  const u = times(heading(t.rot), scene.w * 0.47), v = times(heading(t.rot + 90), scene.h * 0.47);
  return `M${[[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => pair(add(t, add(times(u, a), times(v, b))))).join('L')}Z`;
}

/** @param {Scene} scene @param {number} arm */
const yard = (scene, arm) => scene.yards.filter((y) => y.arm === arm).flatMap((y) => (y.shape === 'round' ?
  [s('path', { class: 'yard-rim', d: circlePath(y.at, y.half) }), s('path', { class: 'yard-plate', d: circlePath(y.at, y.half * 0.6) })] :
  [s('path', { class: 'yard-rim', d: roundRect(y.at, 2 * y.half, 2 * y.half, y.corner) }), s('path', { class: 'yard-plate', d: roundRect(y.at, 1.2 * y.half, 1.2 * y.half, 0.5 * y.corner) })]));
