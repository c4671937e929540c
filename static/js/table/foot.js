/** What can be done beside the game: take back, begin again, a new game, say something. */
import { icon } from '../icons.js';
import { currentLanguage, t } from '../i18n.js';
import { confirm } from '../ui/dialog.js';
import { fill, h } from '../ui/dom.js';
import { openSay } from './say.js';

/** @typedef {import('./model.js').Model} Model */
/**
 * @typedef {object} FootHandlers
 * @property {() => void} undo @property {() => void} restart @property {() => void} newGame
 * @property {(what: {phrase: string} | {text: string}) => void} say @property {() => void} sit
 * @property {() => void} result from the board back to the result
 */

/** @param {HTMLElement} root @param {FootHandlers} on */
export function createFoot(root, on) {
  const el = h('div', { class: 'foot', role: 'group', 'aria-label': t('foot.label') });
  root.append(el);
  let drawn = '';

  /** @param {string} label @param {Parameters<typeof icon>[0]} mark @param {() => void} act @param {boolean} [off] */
  const button = (label, mark, act, off = false) => h('button', { type: 'button', class: 'btn', disabled: off, title: label, on: { click: act } }, icon(mark), h('span', {}, label));
  const sure = async (/** @type {() => void} */ act) => { if (await confirm(t('foot.restart_title'), t('foot.restart_text'), t('foot.restart'))) act(); };

  /** @param {Model} model @param {boolean} over */
  function buttons({ table, solo, watching }, over) {
    if (over) return [button(t('end.result'), 'next', on.result)];
    if (watching) return table.late_join && !solo && table.seats.some((s) => s.controller === 'bot' && !s.player) ? [button(t('foot.sit'), 'people', on.sit)] : [];
    if (solo) return [
      button(t('foot.undo'), 'undo', on.undo, !table.undo), button(t('foot.restart'), 'again', () => sure(on.restart)),
      button(t('foot.new_game'), 'plus', () => sure(on.newGame))];
    return table.chat_policy === 'off' ? [] : [button(t('foot.say'), 'say', () => openSay(table.chat_policy === 'text', on.say))];
  }

  return {
    /** @param {Model} model */
    draw(model) {
      const { table, solo, watching, over } = model, print = JSON.stringify([solo, watching, over, table.undo, table.chat_policy, table.late_join, table.seats.map((s) => s.controller), currentLanguage()]);
      if (print === drawn) return;
      drawn = print;
      fill(el, ...buttons(model, over));
      el.hidden = !el.childElementCount;
    },
  };
}
