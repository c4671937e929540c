/** The shapes of the seats, one unit a square. Shape belongs to the colour, so that colour is never needed to tell pieces apart. */
import { num } from './geometry.js';
import { s } from './svg.js';

/** A star's outline. @param {number} outer @param {number} inner @param {number} [points] */
export function starPath(outer, inner, points = 5) {
  const at = (/** @type {number} */ i) => {
    const a = (Math.PI * i) / points - Math.PI / 2, r = i % 2 ? inner : outer;
    return `${num(r * Math.cos(a))} ${num(r * Math.sin(a))}`;
  };
  return `M${Array.from({ length: points * 2 }, (_, i) => at(i)).join('L')}Z`;
}

const ring = (/** @type {number} */ r) => `M0-${r}A${r} ${r} 0 0 1 0 ${r}A${r} ${r} 0 0 1 0-${r}Z`;

/** Outlines by colour; `dy` is where the middle of the shape's weight lies. */
const OUTLINES = /** @type {{[colour: string]: {d: string, dy: number}}} */ ({
  red: { d: ring(0.37), dy: 0 },
  green: { d: 'M-.255-.325H.255A.07.07 0 0 1 .325-.255V.255A.07.07 0 0 1 .255.325H-.255A.07.07 0 0 1-.325.255V-.255A.07.07 0 0 1-.255-.325Z', dy: 0 },
  yellow: { d: 'M0-.43.42.3H-.42Z', dy: 0.055 },
  blue: { d: 'M0-.46.46 0 0 .46-.46 0Z', dy: 0 },
  orange: { d: 'M-.215-.37H.215L.43 0 .215.37H-.215L-.43 0Z', dy: 0 },
  black: { d: starPath(0.46, 0.215), dy: 0.02 },
  grey: { d: 'M0-.42.4-.13.247.34H-.247L-.4-.13Z', dy: 0 },
  fuchsia: { d: 'M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z', dy: 0 },
  turquoise: { d: 'M0-.46C.12-.24.34-.06.34.13A.34.34 0 0 1-.34.13C-.34-.06-.12-.24 0-.46Z', dy: 0.08 },
});

/** The outline of a colour; a circle where it is unknown. @param {string} colour */
export const outline = (colour) => OUTLINES[colour] ?? OUTLINES.red;

/** @param {string} colour @param {string} cls */
export const shape = (colour, cls) => s('path', { class: cls, d: outline(colour).d });

/**
 * A piece: lip, body, and its shape inset or its number.
 * @param {string} colour @param {string | number | null} [n]
 */
export function pieceShape(colour, n = null) {
  const { dy } = outline(colour);
  const inner = n === null ? s('g', { transform: `translate(0 ${dy}) scale(.44)` }, shape(colour, 'inset')) : s('text', { class: 'pn', y: num(0.125 + dy) }, String(n));
  return s('g', { class: `piece c-${colour}` }, s('g', { transform: 'translate(0 .055)' }, shape(colour, 'lip')), shape(colour, 'body'), inner);
}
