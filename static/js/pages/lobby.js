/**
 * The lobby: open tables, live; the ways to a table of one's own; one's seats.
 *
 * @import {Context} from '../app.js'
 * @import {Listing, LobbyMessage} from '../protocol.js'
 */
import { renewSession } from '../api.js';
import { thumbnail } from '../board/thumb.js';
import { seatMark } from '../board/mark.js';
import { t } from '../i18n.js';
import { Line, browserWorld, socketUrl } from '../socket.js';
import { emptyLobby, reduceLobby, shownTables } from '../state/lobby.js';
import { skeleton } from '../ui/dialog.js';
import { fill, h, keyed } from '../ui/dom.js';
import { hallHeader } from '../ui/header.js';
import { boardFaces, rulesetName } from '../ui/words.js';
import { createAside } from './lobby-aside.js';
import { tableRow } from './lobby-row.js';

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, context) {
  document.title = t('lobby.page_title');
  let state = emptyLobby();
  let filter = sessionStorage.getItem('ludohall.filter') ?? '';
  if (!context.rulesets.some(({ id }) => id === filter)) filter = '';
  const status = h('span', { class: 'muted sm' });
  const line = h('p', { class: 'sm lobby-line', role: 'status' });
  const list = h('ul', { class: 'card list', hidden: true });
  const place = h('div', {}, skeleton());
  const chips = filterChips(context, filter, (id) => {
    filter = id;
    sessionStorage.setItem('ludohall.filter', id);
    draw();
  });
  const aside = createAside(context, () => filter);
  fill(root, hallHeader(context, '/'), h('main', { class: 'page', id: 'main', tabindex: -1 },
    h('section', { class: 'stack', 'aria-labelledby': 'open' },
      h('div', { class: 'row between' }, h('h1', { id: 'open' }, t('lobby.title')), status), chips, line, list, place),
    aside.element));

  const draw = () => {
    if (!state.loaded) return;
    const tables = shownTables(state, filter);
    const free = tables.filter(hasFreeSeat).length;
    status.textContent = [t('lobby.online', { n: state.online }), free > 0 && t('lobby.free_tables', { n: free })].filter(Boolean).join(' · ');
    list.hidden = tables.length === 0;
    fill(place, tables.length === 0 && nothing(aside));
    keyed(list, tables, ({ code }) => code, (table, old) => tableRow(context, table, old));
  };
  const socket = new Line({
    url: () => socketUrl('/api/v1/lobby/socket'),
    onMessage: (/** @type {LobbyMessage} */ message) => { state = reduceLobby(state, message); draw(); },
    onConn: (conn) => { line.textContent = conn.status === 'lost' || conn.status === 'restart' ? t('lobby.offline') : ''; },
    renew: renewSession,
  }, browserWorld());
  return { destroy() { socket.close(); aside.destroy(); } };
}

/** @param {Listing} table */
const hasFreeSeat = (table) => table.phase === 'waiting' && table.seats.some((seat) => !seat.player && !seat.bot_level);

/** @param {Context} context @param {string} chosen @param {(id: string) => void} choose */
function filterChips(context, chosen, choose) {
  const faces = boardFaces(context.rulesets);
  const buttons = ['', ...context.rulesets.map(({ id }) => id)].map((id) => {
    const board = faces.get(id);
    const picture = board ? h('i', {}, thumbnail(board)) : null;
    const text = id === '' ? t('lobby.all') : rulesetName(id);
    return h('button', { type: 'button', class: id ? 'chip' : 'chip all', 'aria-pressed': String(id === chosen), 'data-id': id, on: { click: () => press(id) } }, picture, text);
  });
  const press = (/** @type {string} */ id) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.id === id));
    choose(id);
  };
  return h('div', { class: 'chips', role: 'group', 'aria-label': t('lobby.filter') }, ...buttons);
}

/** Nothing to join: two ways on. @param {{playBots: () => void}} aside */
function nothing(aside) {
  const marks = ['red', 'green', 'yellow', 'blue'].map((colour) => h('i', {}, seatMark(colour, { free: true })));
  return h('div', { class: 'card empty' }, h('div', { class: 'marks' }, ...marks), h('b', {}, t('lobby.empty')), h('p', {}, t('lobby.empty_hint')),
    h('div', { class: 'row' }, h('a', { class: 'btn primary', href: '/create' }, t('lobby.open')),
      h('button', { type: 'button', class: 'btn', on: { click: () => aside.playBots() } }, t('lobby.play_bots'))));
}
