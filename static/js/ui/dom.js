/** Elements without templates: text is always text, so nothing that people type can become markup. */

/** @typedef {Node|string|number|null|undefined|false} Child */
/** @typedef {{[name: string]: any}} Props Attributes; `class`, `on` (listeners by event) and `prop` (properties) are special. */

/**
 * An element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...nodes(children.flat()));
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
function setProp(element, name, value) {
  if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  else if (name === 'prop') Object.assign(element, value);
  else if (value === true) element.setAttribute(name, '');
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

/** @param {Child[]} children @returns {(Node|string)[]} */
const nodes = (children) => children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (typeof child === 'number' ? String(child) : /** @type {Node|string} */ (child)));

/** A person's name: may run either way, and stays one piece. @param {string} text */
export const name = (text) => h('bdi', {}, text);

/** @param {Element} element @param {...(Child|Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children.flat()));
}

/**
 * Brings the children of a list in line with items, by key: kept elements keep their focus and place in the page.
 * @template T
 * @param {Element} list @param {readonly T[]} items @param {(item: T) => string} keyOf
 * @param {(item: T, old: HTMLElement|null) => HTMLElement} draw answers `old` or a new element
 */
export function keyed(list, items, keyOf, draw) {
  const old = new Map([...list.children].map((child) => [/** @type {HTMLElement} */ (child).dataset.key, /** @type {HTMLElement} */ (child)]));
  const wanted = items.map((item) => {
    const key = keyOf(item);
    const element = draw(item, old.get(key) ?? null);
    element.dataset.key = key;
    return element;
  });
  for (const child of [...list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (child))) child.remove();
  wanted.forEach((element, index) => { if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null); });
}
