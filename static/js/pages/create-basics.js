/**
 * The settings of a table that are no rules of the game.
 *
 * @import {BotLevel, ClockName} from '../protocol.js'
 * @import {Draft} from '../state/draft.js'
 */
import { t } from '../i18n.js';
import { boardsFor } from '../state/draft.js';
import { fill, h } from '../ui/dom.js';
import { formRow, segments, select, switchRow } from '../ui/fields.js';
import { clockShort, clockWords, expiryWords } from '../ui/words.js';

/** @type {readonly ClockName[]} */
const CLOCKS = ['brisk', 'party', 'house', 'untimed'];
/** @type {readonly BotLevel[]} */
const LEVELS = ['easy', 'normal', 'hard'];
/** Titles have so many characters at most. */
const TITLE_LENGTH = 60;

/** @typedef {(changes: Partial<Draft>) => void} Change */

/** @param {HTMLElement} place @param {Draft} draft @param {Change} change */
export function basics(place, draft, change) {
  const on = (/** @type {keyof Draft} */ name) => switchRow({ name, label: t(`create.${name}`), hint: t(`create.${name}_hint`), checked: Boolean(draft[name]), change: (value) => change({ [name]: value }) });
  fill(place,
    seats(draft, change), board(draft, change), clock(draft, change), titleRow(draft, change),
    on('listed'), on('fill_with_bots'),
    formRow(t('create.bot_level'), t('create.bot_level_hint'), segments({ name: 'bot_level', label: t('create.bot_level'), value: draft.bot_level, options: LEVELS.map((value) => ({ value, text: t(`level.${value}`) })), change: (bot_level) => change({ bot_level }) })),
    more(draft, change, on));
}

/** @param {Draft} draft @param {Change} change */
function seats(draft, change) {
  const { min, max } = draft.ruleset.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return formRow(t('create.seats'), null, segments({ name: 'seats', label: t('create.seats'), value: draft.seats, options: counts.map((value) => ({ value, text: String(value) })), change: (value) => change({ seats: value }) }));
}

/** Asked only where there is a choice. @param {Draft} draft @param {Change} change */
function board(draft, change) {
  const boards = boardsFor(draft.ruleset, draft.seats);
  if (boards.length < 2) return null;
  const options = boards.map(({ id }) => ({ value: id, text: t.has(`board.name.${id}`) ? t(`board.name.${id}`) : id.toUpperCase() }));
  return formRow(t('create.board'), null, segments({ name: 'board', label: t('create.board'), value: draft.board || boards[0].id, options, change: (value) => change({ board: value === boards[0].id ? '' : value }) }));
}

/** @param {Draft} draft @param {Change} change */
function clock(draft, change) {
  const options = CLOCKS.map((name) => ({ value: /** @type {string} */ (name), text: clockShort(name) }));
  const { clock: now } = draft;
  // A clock of one's own has no name: it is said in words, and no named one is chosen.
  const [value, hint] = typeof now === 'string' ? [now, expiryWords(now)] : ['', `${clockWords(now)}. ${expiryWords(now)}`];
  return formRow(t('create.clock'), hint, segments({ name: 'clock', label: t('create.clock'), value, options, change: (chosen) => change({ clock: /** @type {ClockName} */ (chosen) }) }));
}

/** @param {Draft} draft @param {Change} change */
function titleRow(draft, change) {
  const field = h('input', { class: 'field', name: 'title', value: draft.title, maxlength: TITLE_LENGTH, size: 10, 'aria-label': t('create.name'), placeholder: t('create.name_hint'), autocomplete: 'off', dir: 'auto', on: { change: () => change({ title: field.value }) } });
  return formRow(t('create.name'), null, field);
}

/** Whether the rest is unfolded; kept over redraws. */
let unfolded = false;

/** What few hosts touch. @param {Draft} draft @param {Change} change @param {(name: keyof Draft) => HTMLElement} on */
function more(draft, change, on) {
  const choice = (/** @type {'start_by'|'chat'} */ name, /** @type {string[]} */ values) => formRow(t(`create.${name}`), null,
    select({ name, label: t(`create.${name}`), value: draft[name], options: values.map((value) => ({ value, text: t(`create.${name}.${value}`) })), change: (value) => change({ [name]: value }) }));
  const details = h('details', { class: 'more', open: unfolded, on: { toggle: () => { unfolded = details.open; } } }, h('summary', {}, t('create.more')),
    choice('start_by', ['highest_roll', 'random', 'first_seat']), choice('chat', ['phrases', 'off', 'text']), on('watchable'), on('late_join'));
  return details;
}
