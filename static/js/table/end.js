/** The end of a game: podium, dice, and how they can be checked. */
import { seatMark } from '../board/mark.js';
import { homeFrom } from '../board/places.js';
import { icon } from '../icons.js';
import { currentLanguage, t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { colourOf, homeCount, isBot, seatAt } from './model.js';
import { nameOf, whom } from './speech.js';
import { meanOf, podium, statsOf } from './stats.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./stats.js').Stats} Stats */
/** @typedef {import('../protocol.js').Placed} Placed */
/**
 * @typedef {object} EndHandlers
 * @property {() => Promise<unknown>} rematch @property {() => void} lobby @property {(game: string) => void} verify @property {() => void} board
 * @property {(game: string) => Promise<import('../protocol.js').Record>} record
 */

/** @param {HTMLElement} root @param {EndHandlers} on */
export function createEnd(root, on) {
  const el = h('main', { class: 'end', hidden: true });
  root.append(el);
  let drawn = '', asked = '';
  /** @type {Stats | null} */
  let stats = null;

  /** @param {Model} model */
  function draw(model) {
    const { game, phase } = model.table, print = JSON.stringify([game.id, game.places, phase, model.mine, !!stats, currentLanguage()]);
    if (asked !== game.id) ask(model);
    if (print === drawn) return;
    drawn = print;
    fill(el, win(model, stats, on), dice(model, stats), check(model, stats, on));
  }

  /** @param {Model} model */
  function ask(model) {
    const id = model.table.game.id;
    [asked, stats] = [id, null];
    on.record(id).then((record) => { if (asked === id) { stats = statsOf(record); draw(model); } }, () => { asked = ''; });
  }

  return {
    el,
    draw,
  };
}

/** @param {Model} model @param {Stats | null} stats @param {EndHandlers} on */
function win(model, stats, on) {
  const places = [...model.table.game.places].sort((a, b) => a.place - b.place), { phase } = model.table;
  const again = h('button', { type: 'button', class: 'btn primary big wide' }, t(model.solo ? 'foot.new_game' : 'end.rematch'));
  again.addEventListener('click', () => { again.disabled = true; on.rematch().catch(() => undefined).finally(() => { again.disabled = false; }); });
  const facts = stats ? [t('end.turns', { n: stats.turns }), stats.minutes === null ? '' : t('end.minutes', { n: Math.max(1, stats.minutes) })].filter(Boolean).join(', ') : '';
  return h('section', { class: 'card win' },
    h('div', {}, h('h1', { tabindex: -1 }, title(model, places)), h('p', { class: 'muted' }, facts || ' ')),
    places.length ? h('ol', { class: 'podium' }, ...podium(places).map((p) => step(model, p, stats))) : '',
    h('div', { class: 'row end-buttons' }, phase === 'finished' && !model.watching ? again : '', h('button', { type: 'button', class: 'btn big wide', on: { click: on.board } }, t('end.board')), h('a', { class: 'btn big wide', href: '/', on: { click: (/** @type {Event} */ e) => { e.preventDefault(); on.lobby(); } } }, t('end.lobby'))));
}

/** @param {Model} model @param {Placed[]} places */
function title(model, places) {
  const winners = places.filter((p) => p.place === 1).map((p) => p.arm);
  if (!winners.length) return t('end.cut_short');
  const me = model.mine.length === 1 ? places.find((p) => p.arm === model.mine[0]) : undefined;
  if (me?.place === 1) return t('end.you_win', { who: nameOf(model, me.arm) });
  return t('end.wins', { who: whom(model, winners), n: winners.length });
}

/** @param {Model} model @param {Placed} placed @param {Stats | null} stats */
function step(model, { arm, place, left }, stats) {
  const colour = colourOf(model, arm), seat = seatAt(model.table, arm), pieces = model.position?.pieces[arm] ?? [];
  const home = model.board && pieces.length > 1 ? t('end.home', { n: homeCount(model, arm, homeFrom(model.board, arm)) }) : '';
  const captured = stats?.captures.get(arm) ? t('end.captures', { n: stats.captures.get(arm) ?? 0 }) : '';
  const words = [left ? t('end.left') : seat && isBot(seat) && seat.player === null ? t('end.bot') : '', home, captured].filter(Boolean).join(', ');
  return h('li', { class: `step p${Math.min(place, 4)} c-${colour}` }, h('i', {}, seatMark(colour)), h('b', {}, h('bdi', {}, nameOf(model, arm))), h('small', {}, words || ' '), h('span', { class: 'block-of', 'aria-label': t('end.place', { n: place }) }, String(place)));
}

/** @param {Model} model @param {Stats | null} stats */
function dice(model, stats) {
  const most = Math.max(1, ...[...(stats?.counts.values() ?? [])].flat());
  return h('section', { class: 'card pad dice-stats' }, h('div', { class: 'row between' }, h('h2', {}, t('end.dice')), h('span', { class: 'sm muted' }, stats ? t('end.rolls', { n: stats.rolls }) : ' ')),
    h('div', { class: `hist${model.table.seats.length > 4 ? ' six' : ''}` }, ...model.table.seats.map((seat) => faces(model, seat.arm, stats?.counts.get(seat.arm) ?? [0, 0, 0, 0, 0, 0], most))));
}

/** @param {Model} model @param {number} arm @param {number[]} counts @param {number} most */
function faces(model, arm, counts, most) {
  const colour = colourOf(model, arm), mean = meanOf(counts), label = counts.map((n, i) => t('end.face', { face: i + 1, n })).join(', ');
  const bars = counts.map((n) => { const bar = h('span', {}); bar.style.setProperty('block-size', `${(100 * n) / most}%`); return bar; });
  return h('figure', { class: `c-${colour}` }, h('figcaption', {}, h('i', {}, seatMark(colour)), h('bdi', {}, nameOf(model, arm))),
    h('div', { class: 'bars', role: 'img', 'aria-label': label }, ...bars), h('div', { class: 'faces', 'aria-hidden': 'true' }, ...counts.map((_, i) => h('span', {}, i + 1))),
    h('div', { class: 'xs muted' }, mean === null ? ' ' : t('end.mean', { mean: mean.toFixed(2) })));
}

/** @param {Model} model @param {Stats | null} stats @param {EndHandlers} on */
function check(model, stats, on) {
  const { id, commitment } = model.table.game;
  return h('section', { class: 'card pad check' }, h('div', { class: 'seal' }, icon('shield'), h('div', {}, h('h2', {}, t('end.sealed')), h('p', { class: 'sm' }, t('end.sealed_text')))),
    h('p', { class: 'hash xs', dir: 'ltr' }, `sha256 ${commitment.match(/.{1,4}/g)?.join(' ') ?? ''}`),
    h('a', { class: 'btn wide', href: `/verify/${id}`, on: { click: (/** @type {Event} */ e) => { e.preventDefault(); on.verify(id); } } }, stats ? t('end.check', { n: stats.rolls }) : t('end.check_all')));
}
