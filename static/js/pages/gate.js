/**
 * What stands where a table cannot be shown: the fact, the likely slip, and ways on.
 *
 * @import {Context} from '../app.js'
 */
import { readCode, showCode } from '../code.js';
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { hallHeader } from '../ui/header.js';

/** What close codes of the table socket mean, by key. @type {{[code: number]: string}} */
const BY_CODE = { 4401: 'no_session', 4403: 'not_allowed', 4404: 'no_such_table', 4410: 'closed' };

/**
 * @param {HTMLElement} root @param {Context} context
 * @param {{code: string, reason: number|'unreadable'}} why
 */
export function createGate(root, context, { code, reason }) {
  const key = typeof reason === 'string' ? reason : BY_CODE[reason] ?? 'no_such_table';
  const canonical = readCode(code);
  const shown = canonical ? showCode(canonical) : code;
  const card = h('div', { class: 'card pad stack', role: 'alert' },
    h('h1', {}, t(`gate.${key}`, { code: shown })), h('p', { class: 'muted' }, t(`gate.${key}_hint`)),
    h('div', { class: 'row' }, h('a', { class: 'btn primary', href: '/' }, t('nav.to_lobby')), h('a', { class: 'btn', href: '/create' }, t('lobby.open'))));
  const main = h('main', { class: 'page narrow', id: 'main', tabindex: -1 }, card);
  fill(root, ...(key === 'unreadable' ? [hallHeader(context, ''), main] : [main]));
  return { update() { /* it stays as it is */ }, destroy() { /* nothing runs here */ } };
}
