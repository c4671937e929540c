/**
 * House rules, one control per flag of the ruleset.
 *
 * @import {Flag} from '../protocol.js'
 * @import {Draft} from '../state/draft.js'
 */
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { formRow, segments, select, switchRow } from '../ui/fields.js';
import { flagName, rulesetName, valueWords } from '../ui/words.js';

/** Up to so many values stand side by side. */
const SIDE_BY_SIDE = 3;
/** Flags that hosts reach for first; the others are folded away. */
const COMMON = ['again.capture', 'again.home', 'finish.play_on', 'pieces.out', 'pieces.to_win', 'teams', 'enter.tries', 'enter.on', 'again.when_dead', 'bonus.duty'];

/** Whether the rest is unfolded; kept over redraws. */
let unfolded = false;

/** @param {HTMLElement} place @param {Draft} draft @param {(changes: Partial<Draft>) => void} change */
export function houseRules(place, draft, change) {
  const set = (/** @type {Flag} */ flag) => (/** @type {unknown} */ value) => change({ options: { ...draft.options, [flag.name]: value } });
  const changed = Object.keys(draft.options).length;
  const common = draft.ruleset.flags.filter(({ name }) => COMMON.includes(name));
  const rest = draft.ruleset.flags.filter(({ name }) => !COMMON.includes(name));
  const row = (/** @type {Flag} */ flag) => control(flag, draft, set(flag));
  place.hidden = draft.ruleset.flags.length === 0;
  const details = h('details', { class: 'more', open: unfolded, on: { toggle: () => { unfolded = details.open; } } }, h('summary', {}, t('create.more_rules', { n: rest.length })), ...rest.map(row));
  fill(place,
    h('div', { class: 'row between' }, h('h2', {}, t('create.house_rules')),
      changed > 0 && h('button', { type: 'button', class: 'btn quiet sm', on: { click: () => change({ options: {} }) } }, t('create.reset')),
      changed > 0 && h('span', { class: 'changed' }, t('create.changed', { n: changed }))),
    ...common.map(row), rest.length > 0 && details);
}

/** @param {Flag} flag @param {Draft} draft @param {(value: unknown) => void} set */
function control(flag, draft, set) {
  const value = draft.options[flag.name] ?? flag.default;
  const locked = flag.private_only && draft.listed;
  const usual = t('create.usually', { value: valueWords(flag, flag.default), game: rulesetName(draft.ruleset.id) });
  const hint = locked ? t('create.private_only') : value !== flag.default ? usual : undefined;
  const label = flagName(flag.name);
  if (flag.type === 'bool') return switchRow({ name: flag.name, label, hint, checked: value === true, disabled: locked, change: set });
  const values = /** @type {unknown[]} */ (flag.values);
  const options = values.map((one, index) => ({ value: String(index), text: valueWords(flag, one) }));
  const choice = { name: flag.name, label, options, value: String(values.indexOf(value)), disabled: locked, change: (/** @type {string} */ index) => set(values[Number(index)]) };
  const short = options.length <= SIDE_BY_SIDE && options.every(({ text }) => text.length <= 12);
  return formRow(label, hint ?? null, short ? segments(choice) : select(choice));
}
