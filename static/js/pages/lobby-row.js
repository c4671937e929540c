/**
 * One table of the lobby: a picture, words, seats as shapes, one button.
 *
 * @import {Context} from '../app.js'
 * @import {Listing} from '../protocol.js'
 */
import { Refused, api } from '../api.js';
import { seatMark } from '../board/mark.js';
import { thumbnail } from '../board/thumb.js';
import { rich, t } from '../i18n.js';
import { notice } from '../ui/dialog.js';
import { h, name } from '../ui/dom.js';
import { boardOf, clockWords, refusalWords, rulesetName, tableName } from '../ui/words.js';

/**
 * @param {Context} context @param {Listing} table @param {HTMLElement|null} old the row as it stands
 * @returns {HTMLElement} `old` where nothing of it changed
 */
export function tableRow(context, table, old) {
  const print = JSON.stringify(table);
  if (old?.dataset.print === print) return old;
  const row = h('li', { class: 't-row', 'data-print': print }, ...parts(context, table));
  if (!old) return row;
  // The element stays, so that the focus and what is under a finger stay.
  const focused = old.contains(document.activeElement);
  old.replaceChildren(...row.childNodes);
  old.dataset.print = print;
  if (focused) /** @type {HTMLElement|null} */ (old.querySelector('button, a'))?.focus();
  return old;
}

/** @param {Context} context @param {Listing} table */
function parts(context, table) {
  const ruleset = context.rulesets.find(({ id }) => id === table.ruleset);
  const board = boardOf(ruleset, table.seats);
  const host = table.seats.find((seat) => seat.player)?.player;
  return [
    h('i', {}, board ? thumbnail(board, table.seats.map(({ arm }) => arm)) : ''),
    h('div', {}, h('h2', {}, name(tableName(table)), ' ', host ? h('span', { class: 'muted' }, ...rich('lobby.with', { who: name(host.name) })) : ''), h('div', { class: 'tags' }, ...tags(table))),
    seats(table, board?.colours ?? []),
    action(context, table),
  ];
}

/** @param {Listing} table */
function tags(table) {
  const rules = Object.keys(table.options).length;
  const texts = [
    table.title && rulesetName(table.ruleset),
    clockWords(table.clock),
    table.phase !== 'waiting' && t(`phase.${table.phase}`),
    table.rated && t('lobby.rated'),
    table.watchers > 0 && t('lobby.watching', { n: table.watchers }),
  ];
  return [...texts.filter((text) => typeof text === 'string' && text !== '').map((text) => h('span', { class: 'tag' }, text)), rules > 0 ? h('span', { class: 'tag opt' }, t('lobby.house_rules', { n: rules })) : ''];
}

/** @param {Listing} table @param {string[]} colours */
function seats(table, colours) {
  const taken = table.seats.filter((seat) => seat.player || seat.bot_level).length;
  return h('span', { class: 't-seats', role: 'img', 'aria-label': t('lobby.seats_taken', { n: taken, all: table.seats.length }) },
    ...table.seats.map((seat) => h('i', {}, seatMark(colours[seat.arm] ?? 'red', { free: !seat.player && !seat.bot_level }))));
}

/** @param {Context} context @param {Listing} table */
function action(context, table) {
  const mine = table.seats.some((seat) => seat.player?.id === context.player.id);
  const free = table.phase === 'waiting' && table.seats.some((seat) => !seat.player && !seat.bot_level);
  if (mine) return h('a', { class: 'btn', href: `/t/${table.code}` }, t('lobby.return'));
  if (free) return h('button', { type: 'button', class: 'btn', on: { click: (/** @type {Event} */ event) => sit(context, table, /** @type {HTMLButtonElement} */ (event.currentTarget)) } }, t('lobby.sit'));
  if (table.watchable) return h('a', { class: 'btn', href: `/t/${table.code}` }, t('lobby.watch'));
  return h('span', { class: 'muted sm' }, t(`phase.${table.phase}`));
}

/** @param {Context} context @param {Listing} table @param {HTMLButtonElement} button */
async function sit(context, table, button) {
  button.disabled = true;
  try {
    await api.sit(table.code);
    await context.go(`/t/${table.code}`);
  } catch (error) {
    button.disabled = false;
    notice(refusalWords(error));
    if (error instanceof Refused && ['full', 'started', 'seat_taken'].includes(error.code) && table.watchable) context.go(`/t/${table.code}`);
  }
}
