/**
 * Opening a table.
 *
 * @import {Context} from '../app.js'
 */
import { api } from '../api.js';
import { thumbnail } from '../board/thumb.js';
import { currentLanguage, t } from '../i18n.js';
import { draftFor, draftSpec, party } from '../state/draft.js';
import { fill, h } from '../ui/dom.js';
import { submitting } from '../ui/fields.js';
import { hallHeader } from '../ui/header.js';
import { rulesSheet } from '../ui/rules-sheet.js';
import { boardFaces, rulesetName } from '../ui/words.js';
import { draftFields, settingsWords, wordsAtField } from './draft-fields.js';
import { lastRuleset } from './lobby-aside.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  document.title = t('create.page_title');
  const wanted = new URLSearchParams(location.search).get('game') ?? lastRuleset(context);
  const first = draftFor(context.rulesets.find(({ id }) => id === wanted) ?? context.rulesets[0]);
  const sheet = h('aside', { class: 'card pad rules-sheet', 'aria-label': t('rules.title') });
  const summary = h('span', { class: 'sm' });
  const error = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'stack', on: { submit } });
  const fields = draftFields(form, first, (draft) => {
    fill(sheet, ...rulesSheet(draft.ruleset, draft.options, draft.seats, draft.clock));
    fill(summary, h('b', {}, rulesetName(draft.ruleset.id)), `, ${settingsWords(draft)}`);
  });
  fill(form,
    h('div', { class: 'row between' }, h('h1', {}, t('create.title')), h('button', { type: 'button', class: 'btn sm', on: { click: () => fields.set(party(fields.draft())) } }, t('create.party'))),
    games(context, first.ruleset.id, (id) => fields.set(draftFor(/** @type {any} */ (context.rulesets.find((ruleset) => ruleset.id === id)), fields.draft()))),
    ...fields.elements, error,
    h('div', { class: 'sticky' }, summary, h('button', { class: 'btn primary big' }, t('create.submit'))));
  fill(root, hallHeader(context, '/create'), h('main', { class: 'page', id: 'main', tabindex: -1 }, form, sheet));

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    submitting(form, error, async () => {
      const draft = fields.draft();
      localStorage.setItem('ludohall.ruleset', draft.ruleset.id);
      const table = await api.create(draftSpec(draft, currentLanguage()));
      await context.go(`/t/${table.code}`);
    }, (problem) => wordsAtField(form, problem));
  }
  return { destroy() { /* nothing runs here */ } };
}

/** @param {Context} context @param {string} chosen @param {(id: string) => void} choose */
function games(context, chosen, choose) {
  const faces = boardFaces(context.rulesets);
  return h('fieldset', { class: 'cards', 'aria-label': t('create.game') }, ...context.rulesets.map(({ id, seats }) => h('label', { class: 'pick' },
    h('input', { type: 'radio', name: 'game', value: id, checked: id === chosen, on: { change: () => choose(id) } }),
    h('i', {}, thumbnail(/** @type {any} */ (faces.get(id)))),
    h('span', {}, rulesetName(id), h('br'), h('small', {}, seats.min === seats.max ? t('create.players_n', { n: seats.min }) : t('create.players', { from: seats.min, to: seats.max }))))));
}
