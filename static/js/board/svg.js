/** Making elements. Attributes only: the content policy allows no style in markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {{[name: string]: string | number | boolean | null | undefined}} Attributes `null`, `undefined` and `false` leave one out */

/** @param {Element} el @param {Attributes} attributes */
export function set(el, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) el.removeAttribute(name);
    else if (el.getAttribute(name) !== String(value)) el.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  set(el, attributes);
  el.append(...children);
  return el;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  set(el, attributes);
  el.append(...children);
  return el;
}

/** Sets text only where it differs, so that nothing is spoken or laid out twice. @param {Element} el @param {string} text */
export function text(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/** `translate rotate scale` of a point. @param {{x: number, y: number}} p @param {number} [scale] @param {number} [rot] */
export function move(p, scale = 1, rot = 0) {
  const r = (/** @type {number} */ n) => Math.round(n * 1000) / 1000;
  return `translate(${r(p.x)} ${r(p.y)})${rot ? ` rotate(${r(rot)})` : ''}${scale === 1 ? '' : ` scale(${r(scale)})`}`;
}
