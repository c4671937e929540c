/** The empty board: slab, yards, squares, middle, ladders and snakes. Drawn once for a scene; nothing in it changes during a game. */
import { num } from './geometry.js';
import { shape, starPath } from './shapes.js';
import { move, s } from './svg.js';

/** @typedef {import('./layout.js').Scene} Scene */
/** @typedef {import('./layout.js').Tile} Tile */
/** @typedef {import('./yards.js').Yard} Yard */

const STAR = starPath(0.33, 0.145);
/** Tiles leave this much of a square between them. */
const JOINT = 0.08;

/**
 * @param {Scene} scene
 * @param {string[]} colours by arm
 * @param {ReadonlySet<number> | null} [played] arms that somebody plays; the others are pale. `null`: all
 * @returns {SVGGElement}
 */
export function ground(scene, colours, played = null) {
  const wears = (/** @type {number | null} */ arm) => (arm === null ? '' : ` c-${colours[arm]}${played && !played.has(arm) ? ' vacant' : ''}`);
  return s('g', { class: 'ground' },
    s('path', { class: 'slab', d: scene.slab }),
    ...scene.yards.map((y) => yardGround(y, wears(y.arm), colours[y.arm])),
    ...(scene.rail ? [s('path', { class: 'rail', d: scene.rail })] : []),
    ...scene.tiles.map((t) => tile(t, scene, wears(t.arm))),
    ...scene.tiles.filter((t) => t.hop !== null && t.arrow === null && !t.start).map((t) => hopMark(t, colours, wears)),
    ...scene.flights.map((f) => s('g', { class: `flight${wears(f.arm)}` }, s('path', { d: f.d }), s('path', { class: 'turnoff', d: 'M-.17-.14.2 0-.17.14Z', transform: move(f.tip, 1, f.angle) }))),
    ...scene.wedges.map((w) => s('path', { class: `goal${wears(w.arm)}`, d: w.d })),
    ...scene.ladders.map((l) => s('g', { class: 'ladder' }, s('path', { class: 'rung-line', d: l.rungs }), s('path', { class: 'rail-line', d: l.rails }), s('path', { class: 'rung', d: l.rungs }), s('path', { class: 'rails', d: l.rails }))),
    ...scene.snakes.map(serpent),
    ...scene.tiles.filter((t) => t.number !== null).map((t) => numeral(t, wears(t.arm))));
}

/** @param {Tile} t @param {Scene} scene @param {string} wears */
function tile(t, scene, wears) {
  const cls = `tile ${t.shape}${t.start ? ' start' : ''}${t.key.startsWith('l') ? ' lane' : ''}${t.alt ? ' alt' : ''}${t.finish ? ' finish' : ''}${t.start || t.key.startsWith('l') ? wears : ''}`;
  const joint = t.shape === 'flat' ? JOINT / 2 : JOINT, w = scene.w - joint, h = scene.h - joint;
  const body = t.shape === 'round' || t.shape === 'slot' ? s('circle', { class: cls, r: 0.44 * scene.w }) :
    s('rect', { class: cls, x: -w / 2, y: -h / 2, width: w, height: h, rx: t.shape === 'flat' ? 0.1 : 0.12 });
  const g = s('g', { transform: move(t), 'data-square': t.key }, s('g', t.rot ? { transform: `rotate(${num(t.rot)})` } : {}, body));
  if (t.safe) g.append(safeMark(t, wears));
  if (t.arrow !== null) g.append(s('path', { class: `turnoff${wears}${t.start ? ' on' : ''}`, d: 'M-.17-.14.2 0-.17.14Z', transform: `rotate(${num(t.arrow)})` }));
  if (t.letter) g.append(s('text', { class: `slot-n${wears}`, y: 0.12 }, t.letter));
  return g;
}

/** @param {Tile} t @param {string} wears */
function safeMark(t, wears) {
  const cls = t.start ? ` on${wears}` : '', at = move({ x: t.mark.x - t.x, y: t.mark.y - t.y });
  if (t.sign === 'globe') return s('g', { class: `safe${cls}`, transform: at }, s('circle', { r: 0.31 }), s('path', { d: 'M-.31 0H.31M0-.31V.31M0-.31C-.22-.14-.22.14 0 .31M0-.31C.22-.14.22.14 0 .31' }));
  return t.sign === 'circle' ? s('circle', { class: `safe${cls}`, r: 0.36, transform: at }) : s('path', { class: `star${cls}`, d: STAR });
}

/** A square on which pieces do not stay: a full star where it is everybody's, else the shape of the colour whose it is. @param {Tile} t @param {string[]} colours @param {(arm: number | null) => string} wears */
function hopMark(t, colours, wears) {
  const whose = t.hop === 'all' || t.hop === null ? null : t.hop;
  return s('g', { class: `hop${wears(whose)}`, transform: move(t.mark) }, whose === null ? s('path', { d: STAR }) : s('g', { transform: 'scale(.72)' }, shape(colours[whose], 'hop-shape')));
}

/** @param {Tile} t @param {string} wears */
const numeral = (t, wears) => s('text', { class: `num${t.small ? '' : ' large'}${t.finish ? ' fin' : t.alt ? ' alt' : ''}${t.start ? ` on${wears}` : ''}`, x: num(t.label.x), y: num(t.label.y) }, String(t.number));

/** @param {Yard} y @param {string} wears @param {string} colour */
function yardGround(y, wears, colour) {
  const round = y.shape === 'round', rim = round ? circle('yard-rim', y.at, y.half) : box('yard-rim', y.at, 2 * y.half, 2 * y.half, y.corner);
  const plate = round ? circle('yard-plate', y.plate.at, y.plate.r) : box('yard-plate', y.plate.at, y.plate.w, y.plate.h, y.plate.r);
  return s('g', { class: `yard${wears}` }, rim, plate, ...y.nests.map((p) => s('g', { class: 'socket', transform: move(p, y.nestScale) }, shape(colour, 'nest'))));
}

/** @param {string} cls @param {{x: number, y: number}} c @param {number} r */
const circle = (cls, c, r) => s('circle', { class: cls, cx: num(c.x), cy: num(c.y), r: num(r) });

/** @param {string} cls @param {{x: number, y: number}} c @param {number} w @param {number} h @param {number} rx */
const box = (cls, c, w, h, rx) => s('rect', { class: cls, x: num(c.x - w / 2), y: num(c.y - h / 2), width: num(w), height: num(h), rx: num(rx) });

/** @param {import('./serpents.js').Snake} k */
const serpent = (k) => s('g', { class: `snake k${k.tone}` },
  s('path', { class: 'snake-body', d: k.body }), s('path', { class: 'snake-back', d: k.back }),
  s('g', { transform: move(k.head, 1, k.angle) },
    s('path', { class: 'tongue', d: 'M.24 0H.36M.36 0 .43-.06M.36 0 .43.06' }), s('ellipse', { class: 'snake-head', cx: 0.04, rx: 0.25, ry: 0.19 }),
    ...[-1, 1].flatMap((side) => [s('circle', { class: 'eye', cx: 0.1, cy: 0.085 * side, r: 0.05 }), s('circle', { class: 'pupil', cx: 0.115, cy: 0.085 * side, r: 0.025 })])));
