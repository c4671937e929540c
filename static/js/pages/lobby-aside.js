/**
 * Beside the open tables: opening one, playing at once, joining by code, playing bots, one's own seats.
 *
 * @import {Context} from '../app.js'
 * @import {MyTable} from '../protocol.js'
 */
import { Refused, api } from '../api.js';
import { thumbnail } from '../board/thumb.js';
import { readCode } from '../code.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { notice } from '../ui/dialog.js';
import { h, keyed } from '../ui/dom.js';
import { submitting } from '../ui/fields.js';
import { refusalWords, rulesetName } from '../ui/words.js';
import { createSolo } from './lobby-solo.js';

/** One's seats are asked for this often while the page is visible, in ms. */
const REFRESH_MS = 15_000;

/** @param {Context} context @param {() => string} filter the ruleset that is looked at, or '' */
export function createAside(context, filter) {
  const solo = createSolo(context);
  const seats = createSeats(context);
  const element = h('aside', { class: 'stack aside-first' },
    seats.element,
    h('section', { class: 'card pad stack', 'aria-label': t('lobby.ways') },
      h('a', { class: 'btn primary big wide', href: '/create' }, icon('plus'), t('lobby.open')),
      quick(context, filter), joinForm(context)),
    solo.element, h('a', { class: 'sm muted to-verify', href: '/verify' }, t('verify.title')));
  return { element, playBots: solo.focus, destroy: seats.destroy };
}

/** @param {Context} context @param {() => string} filter */
function quick(context, filter) {
  const button = h('button', { type: 'button', class: 'btn wide', on: { click } }, t('lobby.quick'));
  async function click() {
    button.disabled = true;
    try {
      const table = await api.quick(filter() || lastRuleset(context));
      await context.go(`/t/${table.code}`);
    } catch (error) {
      notice(refusalWords(error));
    } finally {
      button.disabled = false;
    }
  }
  return button;
}

/** The ruleset played last, else the first. @param {Context} context */
export function lastRuleset(context) {
  const last = localStorage.getItem('ludohall.ruleset');
  return context.rulesets.find(({ id }) => id === last)?.id ?? context.rulesets[0].id;
}

/** A box that takes a code as people read it out, or a whole link. @param {Context} context */
function joinForm(context) {
  const error = h('p', { class: 'error', role: 'alert', id: 'join-error' });
  const field = h('input', { class: 'field code', 'aria-label': t('join.label'), placeholder: t('join.placeholder'), autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', dir: 'ltr', 'aria-describedby': 'join-error', enterkeyhint: 'go' });
  const form = h('form', { class: 'join', 'aria-label': t('join.title'), on: { submit } }, field, h('button', { class: 'btn' }, t('join.button')), error);
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const code = readCode(field.value);
    if (!code) {
      error.textContent = t('join.unreadable');
      return field.focus();
    }
    await submitting(form, error, async () => {
      await api.table(code);
      await context.go(`/t/${code}`);
    }, (problem) => (problem instanceof Refused && problem.code === 'no_such_table' ? t('join.no_such_table', { code }) : refusalWords(problem)));
  }
  return form;
}

/** One's own seats, on top: the way back. @param {Context} context */
function createSeats(context) {
  const list = h('ul', { class: 'list' });
  const element = h('section', { class: 'card pad my-seats', hidden: true, 'aria-labelledby': 'my-seats' }, h('h2', { id: 'my-seats' }, t('lobby.my_seats')), list);
  const load = async () => {
    if (document.visibilityState !== 'visible') return;
    const { tables } = await api.me();
    element.hidden = tables.length === 0;
    keyed(list, tables, ({ code }) => code, (table, old) => seatRow(context, table, old));
  };
  const quietly = () => { load().catch(() => { /* the lobby says that the line is down */ }); };
  const timer = setInterval(quietly, REFRESH_MS);
  document.addEventListener('visibilitychange', quietly);
  quietly();
  return { element, destroy() { clearInterval(timer); document.removeEventListener('visibilitychange', quietly); } };
}

/** @param {Context} context @param {MyTable} table @param {HTMLElement|null} old */
function seatRow(context, table, old) {
  const print = JSON.stringify(table);
  if (old?.dataset.print === print) return old;
  const board = context.rulesets.find(({ id }) => id === table.ruleset)?.boards[0];
  const state = table.your_turn ? h('div', { class: 'sm now' }, t('lobby.your_turn')) : h('div', { class: 'sm muted' }, t(`phase.${table.phase}`));
  return h('li', { class: 'mine', 'data-print': print }, h('i', {}, board ? thumbnail(board) : ''), h('div', {}, h('b', {}, rulesetName(table.ruleset)), state),
    h('a', { class: 'btn', href: `/t/${table.code}` }, t('lobby.return')));
}
