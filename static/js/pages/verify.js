/**
 * Checking a finished game's dice, in the browser, from its record.
 *
 * @import {Context} from '../app.js'
 * @import {Record as GameRecord} from '../protocol.js'
 */
import { Refused, api } from '../api.js';
import { t } from '../i18n.js';
import { check } from '../proof.js';
import { skeleton } from '../ui/dialog.js';
import { fill, h } from '../ui/dom.js';
import { submitting } from '../ui/fields.js';
import { hallHeader } from '../ui/header.js';
import { refusalWords } from '../ui/words.js';
import { proofView } from './verify-view.js';

/** A record file is at most so many bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** @param {HTMLElement} root @param {Context} context @param {string} [id] the game to check */
export function mount(root, context, id = '') {
  document.title = t('verify.page_title');
  const result = h('div', { class: 'stack', 'aria-live': 'polite' });
  const error = h('p', { class: 'error', role: 'alert' });
  const field = h('input', { class: 'field hash', name: 'game', value: id, 'aria-label': t('verify.game_id'), placeholder: '01900000-0000-7000-8000-…', autocomplete: 'off', spellcheck: 'false', dir: 'ltr' });
  const byId = h('form', { class: 'join', on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); context.go(`/verify/${encodeURIComponent(gameId(field.value))}`); } } }, field, h('button', { class: 'btn primary' }, t('verify.check')));
  const text = h('textarea', { class: 'field hash', rows: 4, 'aria-label': t('verify.paste'), spellcheck: 'false', dir: 'ltr' });
  const file = h('input', { type: 'file', accept: '.json,application/json', class: 'field', 'aria-label': t('verify.file'), on: { change: () => file.files?.[0] && run(() => readFile(/** @type {File} */ (file.files?.[0]))) } });
  const byText = h('form', { class: 'stack', on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); run(async () => parse(text.value)); } } },
    h('details', { class: 'more' }, h('summary', {}, t('verify.own_record')), h('p', { class: 'sm muted' }, t('verify.own_record_hint')), file, text, h('button', { class: 'btn' }, t('verify.check'))));
  fill(root, hallHeader(context, '/verify'), h('main', { class: 'page narrow', id: 'main', tabindex: -1 },
    h('section', { class: 'stack' }, h('h1', {}, t('verify.title')), h('p', {}, t('verify.intro')),
      h('div', { class: 'card pad stack' }, h('label', {}, t('verify.game_id')), byId, byText, error), result)));

  /** @param {() => Promise<GameRecord>} load */
  const run = (load) => submitting(byText, error, async () => {
    fill(result, skeleton());
    try {
      const record = await load();
      fill(result, ...proofView(context, record, await check(record)));
    } catch (problem) {
      fill(result);
      throw problem;
    }
  }, words);
  if (id) run(() => api.record(id));
  return { destroy() { /* nothing runs here */ } };
}

/** An id, also out of a pasted link. @param {string} text */
const gameId = (text) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase() ?? text.trim();

/** @param {unknown} problem */
function words(problem) {
  if (problem instanceof Refused) return problem.code === 'no_such_game' || problem.code === 'bad_request' || problem.code === 'not_found' ? t('verify.no_such_game') : refusalWords(problem);
  return t('verify.unreadable');
}

/** @param {File} file @returns {Promise<GameRecord>} */
async function readFile(file) {
  if (file.size > MOST_BYTES) throw new Error('too large');
  return parse(await file.text());
}

/** A record from text that people bring: only what the check reads is looked at. @param {string} text @returns {GameRecord} */
function parse(text) {
  const record = JSON.parse(text);
  const sound = typeof record?.id === 'string' && typeof record.commitment === 'string' && Array.isArray(record.entries) && Array.isArray(record.arms) && Array.isArray(record.start_rolls);
  if (!sound) throw new Error('not a record');
  return { ...record, entropy: record.entropy ?? {}, seats: record.seats ?? [], places: record.places ?? [] };
}
