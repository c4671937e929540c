/** Marks on the board, never by colour alone: what may move, where it would land, what it would capture, how it gets there, the last move. */
import { num } from './geometry.js';
import { steps } from './places.js';
import { outline, pieceShape, shape } from './shapes.js';
import { move, s } from './svg.js';

/** @typedef {import('./layout.js').Scene} Scene */
/** @typedef {import('./choices.js').Choice} Choice */
/** @typedef {import('./choices.js').Target} Target */
/** @typedef {import('./choices.js').Pill} Pill */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {{arm: number, piece: number, from: number, to: number, via?: number | null}} LastMove */
/**
 * @typedef {object} Marked what there is to mark
 * @property {Scene} scene @property {string[]} colours by arm
 * @property {readonly Choice[]} choices @property {readonly Target[]} targets @property {readonly Pill[]} pills @property {readonly Spot[]} spots
 * @property {string | null} active the key of the choice that is looked at
 * @property {LastMove | null} lastMove
 */

/** Marks under the pieces. @param {Marked} m @returns {SVGElement[]} */
export function marksBelow({ scene, colours, choices, spots, active, lastMove }) {
  const ticks = lastMove ? [lastMove.from, lastMove.to].filter((p) => p >= 0).map((p) => corners(scene, scene.place(lastMove.arm, p, lastMove.piece))) : [];
  const ringed = new Map(spots.filter((p) => choices.some((c) => c.moves.some((x) => x.arm === p.arm && x.piece === p.piece)))
    .map((p) => [p.key, { x: p.count > 1 ? p.cx : p.x, y: p.count > 1 ? p.cy : p.y, plain: p.zone === 'base', r: p.zone === 'base' ? 0.54 * p.s : 0.54 * Math.max(0.86, p.count > 1 ? 1 : p.s) }]));
  const looked = choices.find((c) => c.key === active);
  const path = looked ? steps(looked.from, looked.via).slice(0, looked.via === looked.to ? -1 : undefined).map((p) => scene.place(looked.arm, p, looked.moves[0].piece)) : [];
  return [...ticks, ...[...ringed.values()].flatMap((h) => halo(h, h.r).slice(h.plain ? 1 : 0)),
    ...path.map((p) => s('circle', { class: `dot c-${colours[looked?.arm ?? 0]}`, cx: num(p.x), cy: num(p.y), r: 0.1 }))];
}

/** Marks over the pieces. @param {Marked} m @returns {SVGElement[]} */
export function marksAbove({ scene, colours, choices, pills, spots, active }) {
  const landings = new Map(choices.map((c) => [scene.place(c.arm, c.to < 0 ? c.via : c.to, c.moves[0].piece).key, c]));
  return [...[...landings.values()].flatMap((c) => landing(scene, colours[c.arm], c, spots, c.key === active)), ...pills.map((p) => pillShape(p, colours))];
}

/** @param {Scene} scene @param {string} colour @param {Choice} c @param {readonly Spot[]} spots @param {boolean} active @returns {SVGElement[]} */
function landing(scene, colour, c, spots, active) {
  const repelled = c.to < 0, to = scene.place(c.arm, repelled ? c.via : c.to, c.moves[0].piece), taken = spots.some((p) => p.key === to.key);
  if (c.captures.length && !repelled) return [...halo(to, 0.54), s('g', { class: 'hit', transform: move({ x: to.x + 0.4, y: to.y - 0.4 }, 1.05) }, s('circle', { r: 0.27 }), s('path', { d: 'M-.1-.1.1.1M.1-.1-.1.1' }))];
  if (repelled || taken || c.to === 0) return [s('circle', { class: 'halo-case', cx: num(to.x), cy: num(to.y), r: 0.52 }), s('circle', { class: 'halo dashed', cx: num(to.x), cy: num(to.y), r: 0.52 })];
  const own = to.zone === 'goal' || to.zone === 'lane';
  return [s('g', { class: `ghost c-${colour}${own ? ' own' : ''}${active ? ' active' : ''}`, transform: move(to, to.zone === 'goal' ? to.s * 1.25 : to.s * 0.96) }, s('path', { d: outline(colour).d }))];
}

/** Squares that keep a piece from moving: a ring with a bar across. @param {Scene} scene @param {readonly {arm: number, piece: number, at: number}[]} bars @returns {SVGElement[]} */
export const barMarks = (scene, bars) => [...new Map(bars.map((b) => [scene.place(b.arm, b.at, b.piece).key, scene.place(b.arm, b.at, b.piece)])).values()]
  .map((p) => s('g', { class: 'barred', transform: move({ x: p.cx, y: p.cy }) }, s('circle', { class: 'halo-case', r: 0.54 }), s('circle', { class: 'halo', r: 0.54 }), s('path', { class: 'halo-case', d: 'M-.38.38.38-.38' }), s('path', { class: 'halo', d: 'M-.38.38.38-.38' })));

/** @param {{x: number, y: number}} p @param {number} r */
const halo = (p, r) => ['halo-case', 'halo'].map((cls) => s('circle', { class: cls, cx: num(p.x), cy: num(p.y), r: num(r) }));

/** Ticks at a square's corners. @param {Scene} scene @param {import('./places.js').Place} p */
function corners(scene, p) {
  const goal = p.zone === 'goal', x = goal ? 0.36 : scene.w / 2 - 0.09, y = goal ? 0.36 : scene.h / 2 - 0.09, l = 0.2;
  const d = `M${-x} ${-y + l}V${-y}H${-x + l}M${x - l} ${-y}H${x}V${-y + l}M${x} ${y - l}V${y}H${x - l}M${-x + l} ${y}H${-x}V${y - l}`;
  return s('path', { class: 'last', d, transform: move({ x: p.cx, y: p.cy }, 1, p.rot) });
}

/** Pieces of one square drawn apart. @param {Pill} p @param {string[]} colours */
function pillShape(p, colours) {
  const { tip, dy } = p, left = Math.max(p.x - p.w / 2 + p.h / 2, Math.min(tip.x, p.x + p.w / 2 - p.h / 2));
  return s('g', { class: 'fan' },
    s('path', { class: 'fan-tip', d: `M${num(left - 0.24)} ${num(tip.y - dy * 0.03)}L${num(tip.x)} ${num(tip.y - dy * 0.26)}L${num(left + 0.24)} ${num(tip.y - dy * 0.03)}` }),
    s('rect', { class: 'fan-pill', x: num(p.x - p.w / 2), y: num(p.y - p.h / 2), width: num(p.w), height: num(p.h), rx: num(p.h / 2) }),
    s('path', { class: 'fan-join', d: `M${num(left - 0.22)} ${num(tip.y)}H${num(left + 0.22)}` }),
    ...p.targets.map((t) => s('g', { transform: move(t, t.s) }, pieceShape(colours[t.arm], t.piece + 1))));
}

/**
 * One piece of each block on the ring.
 * @param {Scene} scene @param {readonly Spot[]} spots @param {'none' | 'own' | 'own_and_mixed' | 'own_on_safe'} made which pieces form one @returns {Spot[]}
 */
export function blocksOn(scene, spots, made) {
  if (made === 'none') return [];
  const ring = spots.filter((p) => p.zone === 'ring' && p.count > 1), safe = new Set(scene.tiles.filter((t) => t.safe).map((t) => t.key));
  const twins = (/** @type {Spot} */ p) => ring.some((q) => q !== p && q.key === p.key && q.arm === p.arm);
  const forms = (/** @type {Spot} */ p) => (safe.has(p.key) ? made === 'own_and_mixed' || twins(p) : made !== 'own_on_safe' && twins(p));
  return [...new Map(ring.filter(forms).map((p) => [p.key, p])).values()];
}

/** A frame round each square with a block. @param {Scene} scene @param {readonly Spot[]} blocks one piece of each @returns {SVGElement[]} */
export function blockFrames(scene, blocks) {
  const at = new Map(scene.tiles.map((t) => [t.key, t])), [w, h] = [scene.w - 0.04, scene.h - 0.04];
  return blocks.map(({ key, cx, cy, rot }) => s('rect', { class: 'block', x: num(-w / 2), y: num(-h / 2), width: num(w), height: num(h), rx: 0.16, transform: move(at.get(key) ?? { x: cx, y: cy }, 1, rot) }));
}

/** A count for a square that many share. @param {readonly Spot[]} spots @returns {SVGElement[]} */
export function counts(spots) {
  const crowded = new Map(spots.filter((p) => p.count > 4).map((p) => [p.key, p]));
  return [...crowded.values()].map((p) => s('g', { class: 'count-of', transform: move({ x: p.cx + 0.4, y: p.cy - 0.4 }) }, s('circle', { r: 0.26 }), s('text', { y: 0.11 }, String(p.count))));
}

/** The outline of a seat where nobody sits. @param {string} colour */
export const emptySeat = (colour) => s('g', { class: `socket c-${colour}` }, shape(colour, 'nest'));
