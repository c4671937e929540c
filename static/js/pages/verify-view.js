/**
 * What a check of the dice found: the verdict first, then every die.
 *
 * @import {Context} from '../app.js'
 * @import {Record as GameRecord} from '../protocol.js'
 * @import {CheckedDie, Proof} from '../proof.js'
 */
import { seatMark } from '../board/mark.js';
import { die as dieFace } from '../dice.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { h, name } from '../ui/dom.js';
import { colourOf, rulesetName } from '../ui/words.js';

/** @param {Context} context @param {GameRecord} record @param {Proof|null} proof @returns {HTMLElement[]} */
export function proofView(context, record, proof) {
  if (!proof) return [h('div', { class: 'card pad stack', role: 'status' }, h('h2', {}, t('verify.not_yet')), h('p', { class: 'muted' }, t('verify.not_yet_hint')))];
  const wrong = proof.dice.filter(({ ok }) => !ok).length;
  const good = proof.sealed && proof.counted && proof.started && wrong === 0;
  const verdict = h('div', { class: `card pad stack verdict ${good ? 'good' : 'bad'}`, role: 'status' },
    h('h2', {}, icon(good ? 'shield' : 'close'), t(good ? 'verify.all_good' : 'verify.not_good', { n: good ? proof.dice.length : wrong })),
    h('ul', { class: 'stack tight sm' },
      line(proof.sealed, t(proof.sealed ? 'verify.sealed' : 'verify.not_sealed')),
      line(wrong === 0, t('verify.dice_ok', { n: proof.dice.length - wrong, all: proof.dice.length })),
      line(proof.counted, t(proof.counted ? 'verify.counted' : 'verify.not_counted')),
      line(proof.started, t(proof.started ? 'verify.started' : 'verify.not_started'))),
    h('p', { class: 'sm muted' }, proof.moves > 0 ? t('verify.scope', { n: proof.moves }) : t('verify.scope_none')), h('p', { class: 'hash xs', dir: 'ltr' }, 'ludohall verify record.json'));
  return [verdict, facts(record), diceTable(context, record, proof.dice)];
}

/** @param {boolean} ok @param {string} text */
const line = (ok, text) => h('li', { class: ok ? 'ok' : 'wrong' }, icon(ok ? 'check' : 'close'), text);

/** @param {GameRecord} record */
function facts(record) {
  const row = (/** @type {string} */ term, /** @type {string} */ text, hash = false) => [h('dt', {}, term), h('dd', { class: hash && 'hash xs', dir: hash && 'ltr' }, text)];
  const given = Object.entries(record.entropy);
  return h('details', { class: 'card pad more' }, h('summary', {}, t('verify.facts')), h('dl', { class: 'facts' },
    ...row(t('create.game'), rulesetName(record.ruleset)), ...row(t('verify.game_id'), record.id, true),
    ...row(t('verify.commitment'), record.commitment, true), ...row(t('verify.secret'), record.secret ?? '', true),
    ...row(t('verify.entropy'), given.length ? given.map(([arm, hex]) => `${arm}: ${hex}`).join(', ') : t('verify.no_entropy'), given.length > 0),
    ...(record.finished_at ? row(t('verify.finished_at'), new Date(record.finished_at).toLocaleString(document.documentElement.lang)) : [])),
  h('p', { class: 'row' }, h('a', { class: 'btn', href: `/api/v1/games/${record.id}`, download: `${record.id}.json` }, icon('down'), t('verify.download')),
    h('a', { class: 'btn', href: `/api/v1/games/${record.id}.txt`, target: '_blank', rel: 'noopener' }, t('verify.as_text'))));
}

/** @param {Context} context @param {GameRecord} record @param {CheckedDie[]} dice */
function diceTable(context, record, dice) {
  const ruleset = context.rulesets.find(({ id }) => id === record.ruleset);
  const who = new Map(record.seats.map((seat) => [seat.arm, seat.name || t('waiting.bot', { level: t(`level.${seat.bot_level ?? 'normal'}`) })]));
  const head = h('thead', {}, h('tr', {}, ...['n', 'who', 'shown', 'check'].map((column) => h('th', { scope: 'col' }, t(`verify.col_${column}`)))));
  const rows = dice.map((die) => h('tr', { class: die.ok ? (die.undone ? 'undone' : '') : 'wrong' },
    h('td', {}, String(die.n)),
    h('td', {}, h('i', {}, seatMark(colourOf(ruleset, die.arm, record.board))), name(who.get(die.arm) ?? ''), die.start ? h('small', {}, t('verify.start_roll')) : '', die.undone ? h('small', {}, t('verify.undone')) : ''),
    h('td', {}, die.shown >= 1 && die.shown <= 6 ? h('i', { class: 'd', role: 'img', 'aria-label': String(die.shown) }, dieFace(die.shown)) : String(die.shown)),
    h('td', {}, h('span', { class: die.ok ? 'ok' : 'wrong' }, icon(die.ok ? 'check' : 'close'), die.ok ? t('verify.ok') : t('verify.expected', { n: die.expected })))));
  return h('div', { class: 'card scroll' }, h('table', { class: 'dice-table' }, h('caption', { class: 'vh' }, t('verify.every_die')), head, h('tbody', {}, ...rows)));
}
