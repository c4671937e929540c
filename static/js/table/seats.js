/** Seat chips: shape in its ring, name, pieces home, state in words, last die. One element a seat, changed in place. */
import { homeFrom } from '../board/places.js';
import { seatMark } from '../board/mark.js';
import { s, set, text } from '../board/svg.js';
import { die, showFace, turnDie } from '../dice.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { fill, h, keyed } from '../ui/dom.js';
import { colourOf, homeCount, isBot, partnerOf, seatAt } from './model.js';
import { list, nameOf, whom } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('./clock.js').TimeLeft} TimeLeft */

/** A state with more letters than this needs a line of its own. */
const SHORT = 12;

/** @param {HTMLElement} root */
export function createSeats(root) {
  const list = h('ul', { class: 'seats', 'aria-label': t('seat.list') });
  root.append(list);
  /** When each absent person was missed first, in ms. @type {Map<number, number>} */
  const away = new Map();
  /** @type {Model | null} */
  let model = null;

  return {
    /** @param {Model} next @param {{[arm: number]: number[]}} lastDice */
    draw(next, lastDice) {
      model = next;
      list.classList.toggle('six', next.table.seats.length > 4);
      list.classList.toggle('many', next.table.seats.length > 6);
      keyed(list, next.table.seats, (seat) => String(seat.arm), (seat, old) => chip(next, seat, lastDice[seat.arm] ?? [], old));
      for (const { arm, connected, player, left } of next.table.seats) {
        if (connected || !player || left) away.delete(arm);
        else if (!away.has(arm)) away.set(arm, Date.now());
      }
      this.words();
    },
    /** The state of each seat in words; time away grows. */
    words() {
      const m = model;
      for (const el of list.children) {
        const seat = m && seatAt(m.table, Number(el.getAttribute('data-key')));
        const small = el.querySelector('small');
        if (!m || !seat || !small) continue;
        const { words, mark } = stateWords(m, seat, away.get(seat.arm));
        if (small.getAttribute('data-text') === words) continue;
        small.setAttribute('data-text', words);
        small.toggleAttribute('data-long', words.length > SHORT);
        fill(small, mark && icon(mark), words);
      }
    },
    /** @param {TimeLeft} left */
    time(left) {
      for (const el of list.querySelectorAll('.seat')) {
        const acting = el.classList.contains('acting'), low = acting && left.low && left.seconds !== null;
        el.classList.toggle('low', low);
        const secs = el.querySelector('.secs');
        if (secs) secs.textContent = low ? String(left.seconds) : '';
        if (acting) el.querySelector('circle.left')?.setAttribute('stroke-dasharray', left.percent < 100 ? `${left.percent} 100` : 'none');
      }
    },
    /** @param {number} arm @param {number[]} dice @param {AbortSignal} signal */
    async roll(arm, dice, signal) {
      const holder = list.querySelector(`[data-key="${arm}"] .d`);
      if (holder?.firstChild) await turnDie(holder, dice[dice.length - 1], signal);
    },
  };
}

/** @param {Model} model @param {Seat} seat @param {number[]} dice @param {HTMLElement | null} old */
function chip(model, seat, dice, old) {
  const colour = colourOf(model, seat.arm), el = old ?? blank(colour), acting = model.acting === seat.arm;
  el.className = `seat c-${colour}`;
  el.classList.toggle('acting', acting);
  el.classList.toggle('away', !!seat.player && !seat.connected);
  el.classList.toggle('left', seat.left);
  if (acting) el.setAttribute('aria-current', 'true');
  else el.removeAttribute('aria-current');
  const name = nameOf(model, seat.arm), bdi = el.querySelector('bdi'), d = /** @type {HTMLElement} */ (el.querySelector('.d'));
  if (bdi && bdi.textContent !== name) bdi.textContent = name;
  homes(/** @type {HTMLElement} */ (el.querySelector('.homes')), model, seat.arm);
  text(/** @type {Element} */ (el.querySelector('.vh')), piecesWords(model, seat.arm));
  const last = dice[dice.length - 1];
  if (!last) fill(d);
  else if (!d.firstChild) fill(d, die(last));
  if (last) showFace(d, last);
  set(d, { role: last ? 'img' : null, 'aria-label': last ? t('seat.last_die', { n: last }) : null });
  return el;
}

/** @param {string} colour */
function blank(colour) {
  const ring = s('svg', { class: 'r', viewBox: '0 0 40 40', 'aria-hidden': 'true' }, s('circle', { cx: 20, cy: 20, r: 18 }), s('circle', { class: 'left', cx: 20, cy: 20, r: 18, pathLength: 100 }));
  return h('li', { class: `seat c-${colour}` }, h('span', { class: 'who' }, ring, h('i', {}, seatMark(colour))),
    h('div', {}, h('b', {}, h('bdi', {})), h('span', { class: 'homes' }), h('small', {})), h('i', { class: 'd' }), h('span', { class: 'secs', 'aria-hidden': 'true' }), h('span', { class: 'vh' }));
}

/** Pips for pieces home; on a grid the number of the square. @param {HTMLElement} el @param {Model} model @param {number} arm */
function homes(el, model, arm) {
  const pieces = model.position?.pieces[arm] ?? [], { board } = model, print = pieces.join();
  if (!board || el.dataset.print === print) return;
  el.dataset.print = print;
  const home = homeFrom(board, arm), n = homeCount(model, arm, home);
  if (!board.starts.length) return fill(el, pieces[0] < 0 ? t('seat.off_board') : t('seat.on_square', { n: pieces[0] }));
  el.setAttribute('role', 'img');
  el.setAttribute('aria-label', t('seat.home_of', { n, all: pieces.length }));
  fill(el, ...pieces.map((_, i) => h('i', { class: i < n ? 'f' : null })));
}

/** Where a seat's pieces are, in words, for those who do not see the board. @param {Model} model @param {number} arm */
function piecesWords(model, arm) {
  const { board } = model, pieces = model.position?.pieces[arm] ?? [];
  if (!board || pieces.length < 2) return '';
  const home = homeFrom(board, arm);
  const each = pieces.map((p, i) => t(p < 0 ? 'seat.piece_waits' : p >= home ? 'seat.piece_home' : 'seat.piece_left', { piece: i + 1, n: home - p }));
  return list(each, 'unit');
}

/** The state of a seat, and whom it plays with. @param {Model} model @param {Seat} seat @param {number | undefined} since @returns {{words: string, mark: 'bot' | 'off' | null}} */
function stateWords(model, seat, since) {
  const { words, mark } = ownWords(model, seat, since), partner = partnerOf(model, seat.arm);
  return { words: partner === null ? words : t('seat.with', { state: words, whom: whom(model, [partner]) }), mark };
}

/** @param {Model} model @param {Seat} seat @param {number | undefined} since @returns {{words: string, mark: 'bot' | 'off' | null}} */
function ownWords(model, seat, since) {
  if (isBot(seat)) return { words: seat.left ? t('seat.gone') : t(`seat.level_${seat.bot_level ?? 'normal'}`), mark: 'bot' };
  if (seat.controller === 'bot') return { words: t(model.mine.includes(seat.arm) ? 'seat.bot_for_you' : 'seat.bot_plays'), mark: 'bot' };
  if (!seat.connected) return { words: t('seat.away', { n: Math.max(1, Math.round((Date.now() - (since ?? Date.now())) / 1000)) }), mark: 'off' };
  if (model.mine.includes(seat.arm)) return { words: t('seat.you'), mark: null };
  return { words: model.table.host?.id === seat.player?.id ? t('seat.host') : t('seat.here'), mark: null };
}
