/**
 * What can be pressed on the board: one button a piece, at least 44 px, in the order of the path. Where they overlap, the
 * piece nearest to the finger is meant.
 */
import { nearest, TARGET_PX } from './choices.js';
import { h, set } from './svg.js';

/** @typedef {import('./choices.js').Target} Target */
/** @typedef {import('./choices.js').Choice} Choice */
/** @typedef {{box: readonly number[], unit: number}} Frame the picture's box in squares, and pixels a square */
/**
 * @typedef {object} Handlers
 * @property {(target: Target) => void} choose
 * @property {(at: {x: number, y: number}, target: Target) => boolean} still whether a press there is on a piece that cannot move rather than on the target
 * @property {(target: Target | null) => void} look focus or pointer came to a target, or left it
 * @property {(target: Target) => string} name what it is called
 */

/** @param {HTMLElement} layer over the picture, same size @param {Handlers} handlers */
export function createTargets(layer, handlers) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {Target[]} */
  let targets = [];
  /** @type {Frame} */
  let frame = { box: [0, 0, 1, 1], unit: 1 };

  /** @param {string} id */
  const byId = (id) => targets.find((t) => t.id === id);

  /** The target meant by a press: the nearest, or the button's own where no pointer was used; none where a piece that cannot move is meant. @param {MouseEvent} event @param {string} id */
  function meant(event, id) {
    if (event.detail === 0) return byId(id);
    const r = layer.getBoundingClientRect();
    const at = { x: frame.box[0] + (event.clientX - r.left) / frame.unit, y: frame.box[1] + (event.clientY - r.top) / frame.unit };
    const target = nearest(targets, at, Infinity) ?? byId(id);
    return target && handlers.still(at, target) ? undefined : target;
  }

  /** @param {string} id */
  function button(id) {
    const b = h('button', { type: 'button', class: 'target', 'data-piece': id });
    b.addEventListener('click', (e) => { const t = meant(e, id); if (t && b.getAttribute('aria-disabled') !== 'true') handlers.choose(t); });
    for (const kind of ['focus', 'pointerenter']) b.addEventListener(kind, () => handlers.look(byId(id) ?? null));
    b.addEventListener('pointerleave', () => handlers.look(null));
    buttons.set(id, b);
    return b;
  }

  layer.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key], i = targets.findIndex((t) => buttons.get(t.id) === document.activeElement);
    if (!step || i < 0) return;
    event.preventDefault();
    focus(targets[(i + step + targets.length) % targets.length]);
  });

  /** @param {Target} t */
  function focus(t) {
    for (const [id, b] of buttons) b.tabIndex = id === t.id ? 0 : -1;
    buttons.get(t.id)?.focus({ preventScroll: true });
  }

  /** @param {HTMLButtonElement} b @param {Target} t */
  function place(b, t) {
    const [x, y, w, hh] = frame.box, size = Math.max(TARGET_PX, 1.1 * t.s * frame.unit);
    b.style.setProperty('left', `${((t.x - x) / w) * 100}%`);
    b.style.setProperty('top', `${((t.y - y) / hh) * 100}%`);
    b.style.setProperty('--size', `${size}px`);
  }

  return {
    /** @param {Target[]} next @param {Frame} at @param {boolean} busy a choice is on its way */
    draw(next, at, busy) {
      [targets, frame] = [next, at];
      const ids = new Set(next.map((t) => t.id));
      for (const [id, b] of buttons) if (!ids.has(id)) { b.remove(); buttons.delete(id); }
      next.forEach((t, i) => {
        const b = buttons.get(t.id) ?? button(t.id);
        set(b, { 'aria-disabled': busy ? 'true' : null, 'aria-label': handlers.name(t), 'data-pill': t.pill });
        place(b, t);
        if (layer.children[i] !== b) layer.insertBefore(b, layer.children[i] ?? null);
      });
      if (next.length && ![...buttons.values()].some((b) => b.tabIndex === 0 && b === document.activeElement)) next.forEach((t, i) => { const b = buttons.get(t.id); if (b) b.tabIndex = i ? -1 : 0; });
    },
    focus,
  };
}
