/** The one polite live region: every message is a new element, so that the same words twice are spoken twice. */
import { h } from '../ui/dom.js';

/** Messages that stay readable behind the newest one. */
const KEPT = 6;

/** @param {HTMLElement} root */
export function createAnnouncer(root) {
  const region = h('div', { class: 'vh announcer', 'aria-live': 'polite', 'aria-relevant': 'additions', 'aria-atomic': 'false' });
  root.append(region);
  return {
    /** @param {string[]} messages */
    say(messages) {
      for (const message of messages) region.append(h('p', {}, message));
      while (region.childElementCount > KEPT) region.firstElementChild?.remove();
    },
  };
}
