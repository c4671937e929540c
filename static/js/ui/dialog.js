/** Dialogs, short notices, and grey shapes while something loads. */
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { fill, h } from './dom.js';

/** How long a notice stays, in ms. */
const NOTICE_MS = 6_000;

/**
 * Opens a modal dialog; Escape, its button and a click beside it close it.
 * @param {string} title @param {...(Node|string)} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const heading = h('h2', { id: `d${Date.now()}` }, title);
  const close = h('button', { type: 'button', class: 'icon-btn', 'aria-label': t('common.close'), on: { click: () => dialog.close() } }, icon('close'));
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': heading.id }, h('div', { class: 'dialog-head' }, heading, close), ...content);
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title @param {string} text @param {string} yes what the button does
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes) {
  return new Promise((resolve) => {
    let sure = false;
    const answer = (/** @type {boolean} */ value) => () => { sure = value; dialog.close(); };
    const dialog = openDialog(title, h('p', {}, text), h('div', { class: 'row to-end' },
      h('button', { type: 'button', class: 'btn', on: { click: answer(false) } }, t('common.cancel')),
      h('button', { type: 'button', class: 'btn primary', on: { click: answer(true) } }, yes)));
    dialog.addEventListener('close', () => resolve(sure));
  });
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** Shows a notice that goes by itself, and has it spoken. @param {string} text */
export function notice(text) {
  let place = document.querySelector('.notices');
  if (!place) {
    place = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
    document.body.append(place);
  }
  const host = place;
  const close = h('button', { type: 'button', class: 'icon-btn', 'aria-label': t('common.close'), on: { click: () => fill(host) } }, icon('close'));
  fill(host, h('div', { class: 'notice' }, h('span', {}, text), close));
  clearTimeout(timer);
  timer = setTimeout(() => fill(host), NOTICE_MS);
}

/** Still grey shapes; the style sheet shows them after 300 ms. */
export function skeleton() {
  return h('div', { class: 'card skel', role: 'group', 'aria-busy': 'true', 'aria-label': t('common.loading') }, h('i'), h('i'), h('i'));
}
