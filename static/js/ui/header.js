/**
 * The bar at the top: of the hall, and of a table.
 *
 * @import {Context} from '../app.js'
 */
import { s } from '../board/svg.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { h } from './dom.js';
import { openProfile, openSettings } from './settings-dialog.js';

/** The four shapes of the seats. */
function logo() {
  return s('svg', { class: 'logo', viewBox: '0 0 28 28', 'aria-hidden': 'true' },
    s('circle', { class: 'f-red', cx: 7.5, cy: 7.5, r: 5.5 }), s('rect', { class: 'f-green', x: 15.5, y: 2, width: 11, height: 11, rx: 1.5 }),
    s('path', { class: 'f-yellow', d: 'M7.5 15.5 13.5 26H1.5Z' }), s('path', { class: 'f-blue', d: 'M21 14.5 27 20.7 21 27 15 20.7Z' }));
}

/** The bar of the hall's pages. @param {Context} context @param {string} here the present path */
export function hallHeader(context, here) {
  const link = (/** @type {string} */ path, /** @type {string} */ text) => h('a', { href: path, 'aria-current': path === here && 'page' }, text);
  return h('header', { class: 'bar' },
    h('a', { class: 'skip', href: '#main' }, t('nav.skip')),
    h('a', { class: 'brand', href: '/', 'aria-label': t('nav.home') }, logo(), 'Ludohall'),
    h('nav', { 'aria-label': t('nav.main') }, link('/', t('nav.lobby')), link('/create', t('nav.create')), link('/verify', t('nav.verify'))),
    h('span', { class: 'grow' }),
    iconButton('globe', t('settings.title'), () => openSettings(context)),
    profileButton(context));
}

/**
 * The bar of a table: back, what it is, and what one can look up.
 * @param {{title: (string|Node)[], buttons: HTMLElement[]}} parts
 */
export function tableHeader({ title, buttons }) {
  return h('header', { class: 'bar' },
    h('a', { class: 'icon-btn', href: '/', 'aria-label': t('nav.back') }, icon('back', { flip: true })),
    h('h1', { class: 'grow title' }, ...title), ...buttons);
}

/** @param {Parameters<typeof icon>[0]} picture @param {string} label @param {() => void} click */
export const iconButton = (picture, label, click) => h('button', { type: 'button', class: 'icon-btn', 'aria-label': label, title: label, on: { click } }, icon(picture));

/** @param {Context} context */
function profileButton(context) {
  const { name } = context.player;
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  return h('button', { type: 'button', class: 'icon-btn', 'aria-label': t('profile.button', { who: name }), title: name, on: { click: () => openProfile(context) } },
    h('span', { class: 'avatar', 'aria-hidden': 'true' }, initial));
}
