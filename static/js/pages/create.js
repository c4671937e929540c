/**
 * Opening a table.
 *
 * @import {Context} from '../app.js'
 * @import {Draft} from '../state/draft.js'
 */
import { Refused, api } from '../api.js';
import { thumbnail } from '../board/thumb.js';
import { currentLanguage, t } from '../i18n.js';
import { draftFor, draftSpec, party, withChange } from '../state/draft.js';
import { fill, h } from '../ui/dom.js';
import { submitting } from '../ui/fields.js';
import { hallHeader } from '../ui/header.js';
import { rulesSheet } from '../ui/rules-sheet.js';
import { boardFaces, clockWords, flagName, refusalWords, rulesetName } from '../ui/words.js';
import { basics } from './create-basics.js';
import { houseRules } from './create-rules.js';
import { lastRuleset } from './lobby-aside.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  document.title = t('create.page_title');
  const wanted = new URLSearchParams(location.search).get('game') ?? lastRuleset(context);
  let draft = draftFor(context.rulesets.find(({ id }) => id === wanted) ?? context.rulesets[0]);
  const settings = h('section', { class: 'card pad', 'aria-label': t('create.settings') });
  const rules = h('section', { class: 'card pad' });
  const sheet = h('aside', { class: 'card pad rules-sheet', 'aria-label': t('rules.title') });
  const summary = h('span', { class: 'sm' });
  const error = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'stack', on: { submit } },
    h('div', { class: 'row between' }, h('h1', {}, t('create.title')), h('button', { type: 'button', class: 'btn sm', on: { click: () => set(party(draft)) } }, t('create.party'))),
    games(context, draft.ruleset.id, (id) => set(draftFor(/** @type {any} */ (context.rulesets.find((ruleset) => ruleset.id === id)), draft))),
    settings, rules, error,
    h('div', { class: 'sticky' }, summary, h('button', { class: 'btn primary big' }, t('create.submit'))));
  fill(root, hallHeader(context, '/create'), h('main', { class: 'page', id: 'main', tabindex: -1 }, form, sheet));

  /** @param {Draft} next */
  function set(next) {
    const focus = /** @type {HTMLInputElement|null} */ (form.contains(document.activeElement) ? document.activeElement : null);
    draft = next;
    draw();
    if (focus?.name) refocus(form, focus);
  }
  function draw() {
    const change = (/** @type {Partial<Draft>} */ changes) => set(withChange(draft, changes));
    basics(settings, draft, change);
    houseRules(rules, draft, change);
    fill(sheet, ...rulesSheet(draft.ruleset, draft.options, draft.seats, draft.clock));
    fill(summary, h('b', {}, rulesetName(draft.ruleset.id)), `, ${summaryWords(draft)}`);
  }
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    submitting(form, error, async () => {
      localStorage.setItem('ludohall.ruleset', draft.ruleset.id);
      const table = await api.create(draftSpec(draft, currentLanguage()));
      await context.go(`/t/${table.code}`);
    }, (problem) => words(problem));
  }
  draw();
  return { destroy() { /* nothing runs here */ } };
}

/** @param {unknown} problem */
function words(problem) {
  if (problem instanceof Refused && problem.code === 'bad_options' && problem.problem.flag) return t('create.bad_rule', { rule: flagName(problem.problem.flag) });
  return refusalWords(problem);
}

/** @param {Draft} draft */
function summaryWords(draft) {
  const changed = Object.keys(draft.options).length;
  return [t('create.seats_n', { n: draft.seats }), clockWords(draft.clock), changed > 0 && t('lobby.house_rules', { n: changed })].filter(Boolean).join(', ');
}

/** After a redraw the same control has the focus. @param {HTMLFormElement} form @param {HTMLInputElement} old */
function refocus(form, old) {
  const same = [...form.elements].filter((control) => /** @type {HTMLInputElement} */ (control).name === old.name);
  const control = same.find((one) => old.type !== 'radio' || /** @type {HTMLInputElement} */ (one).value === old.value);
  /** @type {HTMLElement|undefined} */ (control)?.focus();
}

/** @param {Context} context @param {string} chosen @param {(id: string) => void} choose */
function games(context, chosen, choose) {
  const faces = boardFaces(context.rulesets);
  return h('fieldset', { class: 'cards', 'aria-label': t('create.game') }, ...context.rulesets.map(({ id, seats }) => h('label', { class: 'pick' },
    h('input', { type: 'radio', name: 'game', value: id, checked: id === chosen, on: { change: () => choose(id) } }),
    h('i', {}, thumbnail(/** @type {any} */ (faces.get(id)))),
    h('span', {}, rulesetName(id), h('br'), h('small', {}, seats.min === seats.max ? t('create.players_n', { n: seats.min }) : t('create.players', { from: seats.min, to: seats.max }))))));
}
