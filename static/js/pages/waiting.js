/**
 * The waiting room: who sits where, who may still come, and the start.
 *
 * @import {Ruleset, Seat, Table} from '../protocol.js'
 * @import {Context} from '../app.js'
 * @import {TableState} from '../state/reducer.js'
 */
import { Refused } from '../api.js';
import { seatMark } from '../board/mark.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { createBanner } from '../table/banner.js';
import { confirm, notice, skeleton } from '../ui/dialog.js';
import { fill, h, keyed, name } from '../ui/dom.js';
import { colourOf, refusalWords } from '../ui/words.js';
import { createFairness } from './fairness.js';
import { shareParts } from './share.js';
import { createSettingsLine } from './table-settings.js';

/** @typedef {Context & {code: string, send: (command: import('../table-socket.js').Command) => Promise<import('../protocol.js').Answer>, request: (method: string, path: string, body?: unknown) => Promise<Table>, retry: () => void, actions: {openRules(): void}}} Options */

/** @param {HTMLElement} root @param {Options} options */
export function createWaiting(root, options) {
  const banner = h('div', {});
  const line = createBanner(banner, { retry: options.retry });
  const title = h('h1', { 'aria-live': 'polite' });
  const hint = h('p', { class: 'muted' });
  const seats = h('ul', { class: 'stack tight', 'aria-label': t('waiting.seats') });
  const foot = h('div', { class: 'sticky' });
  const settings = createSettingsLine(options);
  const fairness = createFairness(options.send);
  const room = h('section', { class: 'stack' }, h('div', {}, title, hint), settings.element, seats, fairness.element, foot);
  const share = h('aside', { class: 'card sheet aside-first', 'aria-label': t('share.title') }, ...shareParts(options.code));
  const loading = h('section', { class: 'stack' }, skeleton());
  const main = h('main', { class: 'page middle', id: 'main', tabindex: -1 }, loading);
  fill(root, banner, main);

  /** One call at a time; a refusal is said in words, and everything stays usable. @param {string} method @param {string} path @param {unknown} [body] */
  const act = async (method, path, body) => {
    if (root.hasAttribute('aria-busy')) return;
    root.setAttribute('aria-busy', 'true');
    try {
      await options.request(method, path, body);
    } catch (error) {
      notice(error instanceof Refused && error.code === 'seats_open' ? t('waiting.seats_open') : refusalWords(error));
    } finally {
      root.removeAttribute('aria-busy');
    }
  };
  return {
    /** @param {TableState} state */
    update(state) {
      line.update(state.conn);
      if (!state.table || !state.you) return;
      if (loading.isConnected) fill(main, room, share);
      share.classList.toggle('aside-first', state.table.seats.some(isFree));
      settings.update(state);
      fairness.update(state);
      draw({ table: state.table, you: state.you, act, ruleset: options.rulesets.find(({ id }) => id === state.table?.ruleset), me: options.player.id, back: () => options.go('/') });
    },
    destroy() { line.destroy(); root.removeAttribute('aria-busy'); },
  };

  /** @param {View} view */
  function draw(view) {
    fill(title, headline(view));
    hint.textContent = t(view.table.listed ? 'waiting.hint_listed' : 'waiting.hint');
    keyed(seats, view.table.seats, ({ arm }) => String(arm), (seat, old) => seatRow(view, seat, old));
    footer(foot, view);
  }
}

/**
 * @typedef {object} View
 * @property {Table} table
 * @property {NonNullable<TableState['you']>} you
 * @property {(method: string, path: string, body?: unknown) => Promise<void>} act
 * @property {Ruleset|undefined} ruleset
 * @property {string} me
 * @property {() => void} back
 */

/** @param {Seat} seat */
const isFree = (seat) => !seat.player && !seat.bot_level;

/** @param {View} view */
function headline({ table, you }) {
  const open = table.seats.filter(isFree).length;
  if (you.role === 'watcher' && open > 0) return t('waiting.take_seat', { n: open });
  if (you.role === 'watcher') return t('waiting.full_watch');
  if (open === 0) return t(you.host ? 'waiting.all_here' : 'waiting.host_starts');
  return t(table.fill_with_bots ? 'waiting.more_or_bots' : 'waiting.more', { n: open });
}

/** @param {View} view @param {Seat} seat @param {HTMLElement|null} old */
function seatRow(view, seat, old) {
  const print = JSON.stringify([seat, view.you, view.table.host?.id]);
  if (old?.dataset.print === print) return old;
  const colour = colourOf(view.ruleset, seat.arm, view.table.board);
  const who = isFree(seat) ? h('b', { class: 'free' }, t('waiting.free')) : h('b', {}, seat.player ? name(seat.player.name) : t('waiting.bot', { level: t(`level.${seat.bot_level}`) }));
  return h('li', { class: `w-seat c-${colour}${isFree(seat) ? ' is-free' : ''}`, 'data-print': print },
    h('span', { class: 'who' }, seatMark(colour, { free: isFree(seat) })),
    h('div', {}, who, h('small', {}, seatWords(view, seat))),
    h('span', { class: 'row nowrap' }, ...seatButtons(view, seat)));
}

/** @param {View} view @param {Seat} seat */
function seatWords({ table, me }, seat) {
  if (!seat.player) return '';
  const words = [seat.player.id === me && t('waiting.you'), seat.player.id === table.host?.id && t('waiting.is_host'), !seat.connected && t('waiting.away')];
  return words.filter(Boolean).join(', ') || t('waiting.ready');
}

/** @param {View} view @param {Seat} seat */
function seatButtons({ table, you, me, act }, seat) {
  const small = (/** @type {string} */ text, /** @type {() => void} */ click, /** @type {Node|string} */ picture = '') => h('button', { type: 'button', class: 'btn sm', on: { click } }, picture, text);
  const cross = (/** @type {string} */ label, /** @type {() => void} */ click) => h('button', { type: 'button', class: 'icon-btn', 'aria-label': label, title: label, on: { click } }, icon('close'));
  const { arm, player } = seat;
  if (isFree(seat)) {
    return [
      you.role === 'watcher' ? small(t('waiting.sit'), () => act('POST', 'seats', { arm })) : '',
      you.host ? small(t('waiting.put_bot'), () => act('POST', 'bots', { arm }), icon('bot')) : '',
    ].filter(Boolean);
  }
  if (seat.bot_level && you.host) return [cross(t('waiting.remove_bot'), () => act('DELETE', `bots/${arm}`))];
  if (player && player.id !== me && you.host) {
    return [cross(t('waiting.kick', { who: player.name }), async () => {
      if (await confirm(t('waiting.kick_title', { who: player.name }), t('waiting.kick_text'), t('waiting.kick_yes'))) act('POST', 'kick', { arm });
    })];
  }
  return table.solo || player?.id !== me ? [] : [small(t('waiting.stand_up'), () => act('DELETE', 'seats/mine'))];
}

/** @param {HTMLElement} foot @param {View} view */
function footer(foot, view) {
  const { table, you, act } = view;
  const taken = table.seats.filter((seat) => !isFree(seat)).length;
  const open = table.seats.length - taken;
  const people = table.seats.filter((seat) => seat.player).length;
  const may = open === 0 || (table.fill_with_bots && people > 1);
  const print = JSON.stringify([taken, table.seats.length, you, may, table.fill_with_bots, table.watchers]);
  if (foot.dataset.print === print) return;
  foot.dataset.print = print;
  const words = [h('b', {}, t('waiting.seated', { n: taken, all: table.seats.length })), ' ', startWords(open, people, table.fill_with_bots, you.host)];
  const button = you.host ? h('button', { type: 'button', class: 'btn primary big', disabled: !may, on: { click: () => act('POST', 'start') } }, t('waiting.start'))
    : you.role === 'watcher' && open > 0 ? h('button', { type: 'button', class: 'btn primary big', on: { click: () => act('POST', 'seats') } }, t('waiting.sit'))
      : '';
  const focused = foot.contains(document.activeElement);
  fill(foot, h('span', { class: 'sm' }, ...words), button);
  if (focused) foot.querySelector('button')?.focus();
}

/** @param {number} open @param {number} people @param {boolean} bots @param {boolean} host */
function startWords(open, people, bots, host) {
  if (open === 0) return t(host ? 'waiting.can_start' : 'waiting.wait_host');
  if (!bots) return t('waiting.need_all');
  return t(people > 1 || !host ? 'waiting.bots_rest' : 'waiting.need_second');
}
