/**
 * The fields of a table that is about to be opened or changed, and what is said at a field that the hall refused.
 *
 * @import {Clock} from '../protocol.js'
 * @import {Draft} from '../state/draft.js'
 */
import { Refused } from '../api.js';
import { t } from '../i18n.js';
import { withChange } from '../state/draft.js';
import { h } from '../ui/dom.js';
import { clockWords, flagName, refusalWords } from '../ui/words.js';
import { basics } from './create-basics.js';
import { houseRules } from './create-rules.js';
import { createLength } from './create-length.js';

/**
 * Fields that are drawn anew at each change; the focus stays where it was.
 * @param {HTMLFormElement} form where the fields will stand @param {Draft} first @param {(draft: Draft) => void} changed
 */
export function draftFields(form, first, changed) {
  const settings = h('section', { class: 'card pad', 'aria-label': t('create.settings') });
  const rules = h('section', { class: 'card pad' });
  let draft = first;
  const change = (/** @type {Partial<Draft>} */ changes) => set(withChange(draft, changes));
  const length = createLength(form, () => draft, change);
  function draw() {
    basics(settings, draft, change);
    houseRules(rules, draft, change);
    settings.firstElementChild?.after(length.el);
    length.update();
    changed(draft);
  }
  /** @param {Draft} next */
  function set(next) {
    const focus = /** @type {HTMLInputElement|null} */ (form.contains(document.activeElement) ? document.activeElement : null);
    draft = next;
    draw();
    if (focus?.name) refocus(form, focus);
  }
  draw();
  return { elements: [settings, rules], draft: () => draft, set };
}

/** After a redraw the same control has the focus. @param {HTMLFormElement} form @param {HTMLInputElement} old */
function refocus(form, old) {
  const same = controls(form, old.name);
  same.find((one) => old.type !== 'radio' || one.value === old.value)?.focus();
}

/** @param {HTMLFormElement} form @param {string} name */
const controls = (form, name) => /** @type {HTMLInputElement[]} */ ([...form.elements].filter((control) => /** @type {HTMLInputElement} */ (control).name === name));

/** Seats, clock and house rules in a few words. @param {{seats: number, clock: Clock, options: {[flag: string]: unknown}}} settings */
export function settingsWords({ seats, clock, options }) {
  const changed = Object.keys(options).length;
  return [t('create.seats_n', { n: seats }), clockWords(clock), changed > 0 && t('lobby.house_rules', { n: changed })].filter(Boolean).join(', ');
}

/** Which control a refusal is about, by code. @type {{[code: string]: string}} */
const FIELDS = { bad_seats: 'seats', bad_name: 'title', bad_clock: 'clock' };
/** Refusals that say more of a table than elsewhere. @type {{[code: string]: string}} */
const WORDS = { bad_name: 'create.bad_title' };

/** Nothing is wrong at any field any more. @param {HTMLFormElement} form */
export function clearFields(form) {
  form.querySelectorAll('.at-field').forEach((old) => old.remove());
  form.querySelectorAll('[aria-invalid]').forEach((one) => { one.removeAttribute('aria-invalid'); one.removeAttribute('aria-describedby'); });
}

/**
 * Says what was refused at the field that it is about, and takes the focus there.
 * @param {HTMLFormElement} form @param {unknown} problem @param {string} [text] what to say, where the caller knows better
 * @param {boolean} [focus] whether the focus goes there
 * @returns {string} what is left to say for the whole form: nothing where a field says it
 */
export function wordsAtField(form, problem, text, focus = true) {
  const words = text ?? wordsFor(problem);
  clearFields(form);
  const same = problem instanceof Refused ? controls(form, FIELDS[problem.code] ?? problem.problem.flag ?? problem.problem.field ?? '') : [];
  const control = same.find(({ checked }) => checked) ?? same[0];
  const row = control?.closest('.form-row, .switch');
  if (!control || !row) return words;
  const said = h('p', { class: 'error sm at-field', role: 'alert', id: 'at-field' }, words);
  row.after(said);
  same.forEach((one) => { one.setAttribute('aria-describedby', said.id); one.setAttribute('aria-invalid', 'true'); });
  const folded = control.closest('details');
  if (folded) folded.open = true;
  if (focus) control.focus();
  return '';
}

/** Why a house rule cannot be as it is. @param {string} flag */
const ruleRefused = (flag) => (t.has(`conflict.${flag}`) ? t(`conflict.${flag}`) : t('create.bad_rule', { rule: flagName(flag) }));

/** @param {unknown} problem */
function wordsFor(problem) {
  if (!(problem instanceof Refused)) return refusalWords(problem);
  if (problem.code === 'bad_options' && problem.problem.flag) return ruleRefused(problem.problem.flag);
  return WORDS[problem.code] ? t(WORDS[problem.code]) : refusalWords(problem);
}
