/**
 * A path that leads nowhere.
 *
 * @import {Context} from '../app.js'
 */
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { hallHeader } from '../ui/header.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  document.title = 'Ludohall';
  fill(root, hallHeader(context, ''), h('main', { class: 'page narrow', id: 'main', tabindex: -1 },
    h('div', { class: 'card pad stack' }, h('h1', {}, t('missing.title')), h('p', {}, t('missing.text')), h('a', { class: 'btn primary', href: '/' }, t('nav.to_lobby')))));
  return { destroy() { /* nothing runs here */ } };
}
