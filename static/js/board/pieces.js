/** The pieces' layer: one element a piece, kept from draw to draw, so that it can be moved. */
import { pieceShape } from './shapes.js';
import { move, s } from './svg.js';

/** @typedef {import('./stacks.js').Spot} Spot */

/** @param {SVGGElement} layer */
export function createPieces(layer) {
  /** @type {Map<string, SVGGElement>} */
  const known = new Map();

  /** @param {string} id @param {string} colour @param {number | null} n */
  function element(id, colour, n) {
    const look = `${colour} ${n}`, old = known.get(id);
    if (old?.getAttribute('data-look') === look) return old;
    const g = s('g', { 'data-piece': id, 'data-look': look }, pieceShape(colour, n));
    old?.replaceWith(g);
    known.set(id, g);
    return g;
  }

  return {
    /** Puts every piece where it stands now. @param {readonly Spot[]} spots @param {string[]} colours @param {boolean} numbers */
    draw(spots, colours, numbers) {
      const ids = new Set(spots.map((p) => p.id));
      for (const [id, el] of known) if (!ids.has(id)) { el.remove(); known.delete(id); }
      spots.forEach((p) => {
        const el = element(p.id, colours[p.arm], numbers ? p.piece + 1 : null);
        el.setAttribute('transform', move(p, p.s));
        el.setAttribute('data-square', p.key);
        if (el.parentNode !== layer) layer.append(el);
      });
    },
    /** @param {string} id @returns {SVGGElement | undefined} */
    get: (id) => known.get(id),
    /** Brings a piece above the others. @param {string} id */
    raise(id) {
      const el = known.get(id);
      if (el && layer.lastChild !== el) layer.append(el);
    },
  };
}
