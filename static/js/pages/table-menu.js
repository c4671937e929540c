/**
 * What one can do at a table beside playing: look it up, leave it.
 *
 * @import {Context} from '../app.js'
 * @import {TableState} from '../state/reducer.js'
 */
import { t } from '../i18n.js';
import { confirm, openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { openProfile, openSettings } from '../ui/settings-dialog.js';

/** @param {Context & {state: () => TableState, leave: () => Promise<void>}} options */
export function openTableMenu(options) {
  const { table, you } = options.state();
  const item = (/** @type {string} */ text, /** @type {() => void} */ click) => h('button', { type: 'button', class: 'btn wide', on: { click: () => { dialog.close(); click(); } } }, text);
  const seated = you?.role === 'player';
  const playing = table?.phase === 'playing' || table?.phase === 'paused';
  const dialog = openDialog(t('menu.title'), h('div', { class: 'stack' },
    item(t('settings.title'), () => openSettings(options)),
    item(t('profile.title'), () => openProfile(options)),
    h('a', { class: 'btn wide', href: '/', on: { click: () => dialog.close() } }, t('menu.lobby')),
    seated ? item(t('menu.leave'), async () => {
      const sure = !playing || table?.solo || await confirm(t('menu.leave_title'), t('menu.leave_text'), t('menu.leave'));
      if (sure) await options.leave();
    }) : ''));
}
