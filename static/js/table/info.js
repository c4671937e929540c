/** A few facts of the table, and the way to its rule sheet. */
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { clockWords } from '../ui/words.js';

/** @param {HTMLElement} root @param {() => void} openRules */
export function createInfo(root, openRules) {
  const facts = h('dl', {}), el = h('section', { class: 'info card', 'aria-label': t('info.title') }, facts, h('button', { type: 'button', class: 'btn wide', on: { click: openRules } }, t('info.rules')));
  root.append(el);
  let drawn = '';
  return {
    /** @param {import('./model.js').Model} model */
    draw({ table }) {
      const rows = [[t('info.clock'), clockWords(table.solo ? 'untimed' : table.clock)], [t('info.changed'), String(Object.keys(table.options).length || t('info.none'))], [t('info.watching'), String(table.watchers)]];
      if (JSON.stringify(rows) === drawn) return;
      drawn = JSON.stringify(rows);
      fill(facts, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
    },
  };
}
