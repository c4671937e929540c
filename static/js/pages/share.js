/** Sharing a table: code, picture of the link, copy, send. */
import { api } from '../api.js';
import { showCode, tableLink } from '../code.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { notice, openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';

/** @param {string} code @returns {HTMLElement[]} */
export function shareParts(code) {
  const link = tableLink(code);
  const copy = h('button', { type: 'button', class: 'btn wide', on: { click: () => copyText(link) } }, icon('copy'), t('share.copy'));
  const send = h('button', { type: 'button', class: 'btn wide', on: { click: () => sendLink(link) } }, icon('share'), t('share.send'));
  return [
    h('div', {}, h('div', { class: 'sm muted' }, t('share.code')), h('div', { class: 'big-code', dir: 'ltr', translate: 'no' }, showCode(code))),
    h('img', { class: 'qr', src: api.qr(code), alt: t('share.qr'), width: 176, height: 176 }),
    h('div', { class: 'row nowrap wide' }, copy, 'share' in navigator ? send : ''),
    h('p', { class: 'sm muted link', dir: 'ltr' }, link.replace(/^https?:\/\//, '')),
  ].filter(Boolean);
}

/** @param {string} code */
export function openShare(code) {
  openDialog(t('share.title'), h('div', { class: 'sheet-in' }, ...shareParts(code)));
}

/** Copies, also on plain http, where browsers give no clipboard. @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyOldWay(text)) return notice(t('share.copy_failed', { link: text }));
  }
  notice(t('share.copied'));
}

/** @param {string} text */
function copyOldWay(text) {
  const field = h('textarea', { class: 'vh', readonly: true, prop: { value: text } });
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** @param {string} url */
async function sendLink(url) {
  await navigator.share({ title: 'Ludohall', text: t('share.text'), url }).catch(() => { /* the person thought better of it */ });
}
