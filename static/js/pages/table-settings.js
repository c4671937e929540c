/**
 * The settings of a waiting table: in a line that everybody reads, and in a dialog where the host changes them.
 *
 * @import {Context} from '../app.js'
 * @import {Ruleset, Table} from '../protocol.js'
 * @import {TableState} from '../state/reducer.js'
 */
import { Refused, api } from '../api.js';
import { t } from '../i18n.js';
import { changesBetween, draftOf } from '../state/draft.js';
import { openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { submitting } from '../ui/fields.js';
import { rulesetName } from '../ui/words.js';
import { draftFields, settingsWords, wordsAtField } from './draft-fields.js';

/** @param {Context} context */
export function createSettingsLine(context) {
  /** @type {Table|null} */
  let table = null;
  const words = h('p', { class: 'sm grow', role: 'status' });
  const button = h('button', { type: 'button', class: 'btn sm', hidden: true, on: { click } }, t('waiting.settings'));
  function click() {
    const ruleset = context.rulesets.find(({ id }) => id === table?.ruleset);
    if (table && ruleset) openTableSettings(table, ruleset);
  }
  return {
    element: h('div', { class: 'row between' }, words, button),
    /** @param {TableState} state */
    update(state) {
      table = state.table;
      button.hidden = !state.you?.host;
      const text = table ? lineOf(table) : '';
      if (words.textContent !== text) words.textContent = text;
    },
  };
}

/** @param {Table} table */
function lineOf(table) {
  const { ruleset, clock, options, listed } = table;
  const parts = [rulesetName(ruleset), settingsWords({ seats: table.seats.length, clock, options }), t(listed ? 'waiting.is_listed' : 'waiting.not_listed')];
  return parts.join(', ');
}

/** @param {Table} table @param {Ruleset} ruleset */
function openTableSettings(table, ruleset) {
  const before = draftOf(ruleset, table);
  const error = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'stack', novalidate: true, on: { submit } });
  const fields = draftFields(form, before, () => { error.textContent = ''; });
  form.append(...fields.elements, error, h('div', { class: 'row to-end' },
    h('button', { type: 'button', class: 'btn', on: { click: () => dialog.close() } }, t('common.cancel')),
    h('button', { class: 'btn primary' }, t('waiting.save'))));
  const dialog = openDialog(t('waiting.settings'), form);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const changes = changesBetween(before, fields.draft());
    submitting(form, error, async () => {
      if (Object.keys(changes).length > 0) await api.change(table.code, changes);
      dialog.close();
    }, (problem) => wordsAtField(form, problem, problem instanceof Refused && problem.code === 'bad_seats' && changes.seats ? t('waiting.people_sit') : undefined));
  }
}
