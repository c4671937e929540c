/**
 * Playing against bots, one tap away.
 *
 * @import {Context} from '../app.js'
 * @import {BotLevel} from '../protocol.js'
 */
import { api } from '../api.js';
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { select, submitting } from '../ui/fields.js';
import { refusalWords, rulesetName } from '../ui/words.js';
import { lastRuleset } from './lobby-aside.js';

/** @type {readonly BotLevel[]} */
const LEVELS = ['easy', 'normal', 'hard'];

/** @param {Context} context */
export function createSolo(context) {
  let ruleset = lastRuleset(context);
  let level = /** @type {BotLevel} */ (localStorage.getItem('ludohall.level') ?? 'normal');
  const error = h('p', { class: 'error', role: 'alert' });
  const buttons = h('div', { class: 'bots', role: 'group', 'aria-label': t('solo.how_many') });
  const form = h('form', { class: 'card pad stack', 'aria-labelledby': 'solo', on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
    h('h2', { id: 'solo' }, t('solo.title')),
    h('div', { class: 'pair' }, select({ name: 'ruleset', label: t('create.game'), value: ruleset, options: context.rulesets.map(({ id }) => ({ value: id, text: rulesetName(id) })), change: (id) => { ruleset = id; draw(); } }),
      select({ name: 'level', label: t('create.bot_level_hint'), value: level, options: LEVELS.map((value) => ({ value, text: t(`level.${value}`) })), change: (value) => { level = /** @type {BotLevel} */ (value); localStorage.setItem('ludohall.level', value); } })),
    buttons, error);

  const play = (/** @type {number} */ bots) => submitting(form, error, async () => {
    localStorage.setItem('ludohall.ruleset', ruleset);
    const table = await api.create({ ruleset, seats: bots + 1, solo: true, bot_level: level, watchable: false });
    await context.go(`/t/${table.code}`);
  }, refusalWords);
  function draw() {
    const { min, max } = context.rulesets.find(({ id }) => id === ruleset)?.seats ?? { min: 2, max: 4 };
    const counts = Array.from({ length: max - min + 1 }, (_, i) => min + i - 1).filter((bots) => bots > 0);
    fill(buttons, ...counts.map((bots) => h('button', { type: 'button', class: 'btn', on: { click: () => play(bots) } }, t('solo.bots', { n: bots }))));
  }
  draw();
  return { element: form, focus: () => { form.scrollIntoView({ block: 'center' }); buttons.querySelector('button')?.focus(); } };
}
