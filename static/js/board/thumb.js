/** A small picture of a board for lists: the same drawing, without pieces. */
import { ground } from './ground.js';
import { layout } from './layout.js';
import { s } from './svg.js';

/**
 * @param {import('../protocol.js').Board} board
 * @param {number[]} [arms] the arms that are played; absent: all
 * @returns {SVGSVGElement}
 */
export function thumbnail(board, arms) {
  const scene = layout(board);
  return s('svg', { class: 'thumb', viewBox: scene.box.map((n) => n.toFixed(2)).join(' '), 'aria-hidden': 'true' }, ground(scene, board.colours, arms ? new Set(arms) : null));
}
