/**
 * The dialogs for one's looks and one's name.
 *
 * @import {Context} from '../app.js'
 * @import {Settings} from '../settings.js'
 */
import { api } from '../api.js';
import { LANGUAGES, currentLanguage, t, useLanguage } from '../i18n.js';
import { change, settings } from '../settings.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { formRow, segments, select, submitting, switchRow } from './fields.js';
import { refusalWords } from './words.js';

/** Names have so many characters at most. */
const NAME_LENGTH = 24;

/** Theme, contrast, board, language, sound, motion, numbers. @param {Context} context */
export function openSettings(context) {
  /** @template {keyof Settings} K @param {K} name @param {readonly Settings[K][]} values */
  const choice = (name, values) => segments({
    name, label: t(`settings.${name}`), value: /** @type {string} */ (settings[name]),
    options: values.map((value) => ({ value: String(value), text: t(`settings.${name}.${value}`) })),
    change: (value) => change(/** @type {Partial<Settings>} */ ({ [name]: value })),
  });
  const language = select({
    name: 'language', label: t('settings.language'), value: currentLanguage(),
    options: Object.entries(LANGUAGES).map(([value, text]) => ({ value, text })), change: (value) => changeLanguage(context, value),
  });
  return openDialog(t('settings.title'),
    formRow(t('settings.language'), null, language),
    formRow(t('settings.theme'), null, choice('theme', ['auto', 'light', 'dark'])),
    formRow(t('settings.contrast'), null, choice('contrast', ['auto', 'high'])),
    formRow(t('settings.skin'), null, choice('skin', ['chalk', 'felt', 'paper'])),
    formRow(t('settings.motion'), t('settings.motion.hint'), choice('motion', ['auto', 'off'])),
    switchRow({ name: 'numbers', label: t('settings.numbers'), hint: t('settings.numbers.hint'), checked: settings.numbers, change: (numbers) => change({ numbers }) }),
    switchRow({ name: 'sound', label: t('settings.sound'), checked: settings.sound, change: (sound) => change({ sound }) }));
}

/** @param {Context} context @param {string} language */
async function changeLanguage(context, language) {
  await useLanguage(language);
  change({ language });
  api.changeMe({ language }).catch(() => { /* the device keeps it in any case */ });
  document.querySelector('dialog')?.close();
  await context.redraw();
}

/** One's name. @param {Context} context */
export function openProfile(context) {
  const error = h('p', { class: 'error', role: 'alert' });
  const field = h('input', { class: 'field', name: 'name', value: context.player.name, maxlength: NAME_LENGTH, autocomplete: 'nickname', required: true, id: 'my-name', dir: 'auto' });
  const form = h('form', { class: 'stack', on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); save(); } } },
    h('label', { for: 'my-name' }, t('profile.name')), field, h('p', { class: 'sm muted' }, t('profile.hint')), error, h('button', { class: 'btn primary' }, t('profile.save')));
  const dialog = openDialog(t('profile.title'), form);
  const save = () => submitting(form, error, async () => {
    const me = await api.changeMe({ name: field.value.trim() });
    Object.assign(context.player, me.player);
    dialog.close();
    await context.redraw();
  }, refusalWords);
  field.select();
}
