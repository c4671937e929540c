/** Saying something: phrases that everybody can read in their own language; free text where the table allows it. */
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';

/** @typedef {import('../protocol.js').ChatLine} ChatLine */

/** Keys of the phrases. */
export const PHRASES = ['hello', 'good_luck', 'well_played', 'thanks', 'oops', 'lucky', 'close_one', 'good_game', 'rematch', 'bye'];
/** The longest text. */
const TEXT_CHARS = 200;

/** @param {ChatLine | null} said */
export function phraseWords(said) {
  if (!said?.phrase) return said?.text ?? '';
  return t.has(`say.${said.phrase}`) ? t(`say.${said.phrase}`) : said.phrase;
}

/** @param {boolean} free whether free text is allowed @param {(what: {phrase: string} | {text: string}) => void} send */
export function openSay(free, send) {
  const dialog = openDialog(t('say.title'));
  const say = (/** @type {{phrase: string} | {text: string}} */ what) => { send(what); dialog.close(); };
  dialog.append(h('div', { class: 'phrases' }, ...PHRASES.map((phrase) => h('button', { type: 'button', class: 'btn', on: { click: () => say({ phrase }) } }, t(`say.${phrase}`)))));
  if (!free) return;
  const field = h('input', { class: 'field', maxlength: TEXT_CHARS, 'aria-label': t('say.text'), placeholder: t('say.text') });
  const form = h('form', { class: 'join' }, field, h('button', { class: 'btn primary', 'aria-label': t('say.send') }, icon('say')));
  form.addEventListener('submit', (event) => { event.preventDefault(); if (field.value.trim()) say({ text: field.value.trim() }); });
  dialog.append(form);
}
