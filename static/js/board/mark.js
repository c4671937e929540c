/** A seat's mark for chips, rows and lists: its piece, or the outline of a free seat. */
import { pieceShape, shape } from './shapes.js';
import { s } from './svg.js';

/**
 * @param {string} colour
 * @param {{n?: number | string | null, free?: boolean}} [look] `n`: a number instead of the inset shape
 * @returns {SVGSVGElement}
 */
export function seatMark(colour, { n = null, free = false } = {}) {
  const inner = free ? s('g', { class: `socket c-${colour}` }, shape(colour, 'nest')) : pieceShape(colour, n);
  return s('svg', { class: `mark c-${colour}`, viewBox: '-.56 -.56 1.12 1.12', 'aria-hidden': 'true' }, inner);
}
