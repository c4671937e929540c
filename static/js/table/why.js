/**
 * Why a piece cannot move, in sentences: what the hall says in codes, with the squares that it names. Pure.
 *
 * @import {TableWhy} from '../protocol.js'
 */
import { t } from '../i18n.js';
import { list, who } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {{arm: number, piece: number, uses: number[], move?: unknown, reason?: string, at?: number, of?: number, by?: number, first?: number, face?: number, faces?: number[], sum?: number, duty?: string}} Way one way of a piece, whatever its reason */
/** @typedef {{arm: number, piece: number, at: number}} Spot a square by the progress of the piece that cannot come there */
/** @typedef {{piece: number, text: string, spots: Spot[]}} Answer */

/** A face as a word. @param {number} n */
export const face = (n) => (t.has(`face.${n}`) ? t(`face.${n}`) : String(n));

/** What forces the choice, before anything is chosen; nothing where nothing does. @param {Model} model @returns {string} */
export function forcedWords(model) {
  const { forced } = model.table, dice = model.position?.dice ?? [];
  if (!forced || !model.legal.length) return '';
  if (forced === 'bonus') return t('forced.bonus', { rest: list(dice.map(String)) });
  const uses = model.legal.flatMap((m) => (m.kind === 'decline' ? [] : [m.uses]));
  return dutyWords(forced, uses.find((u) => u.length === 2) ?? uses[0] ?? [], model.dice > 1);
}

/** @param {string} duty @param {number[]} uses what fulfils it @param {boolean} double it is a double that obliges */
function dutyWords(duty, uses, double) {
  if (duty === 'enter') return uses.length === 2 ? t('forced.enter_sum', { a: uses[0], b: uses[1], sum: uses[0] + uses[1] }) : t('forced.enter', { face: face(uses[0]) });
  if (duty === 'break') return t(double ? 'forced.break_double' : 'forced.break', { face: face(uses[0] ?? 6) });
  return t.has(`forced.${duty}`) ? t(`forced.${duty}`) : t('why.unexplained');
}

/** The pieces of the hand that acts which have no legal move. @param {Model} model @returns {number[]} */
export function barredPieces(model) {
  const arm = model.hand, pieces = arm === null ? [] : model.position?.pieces[arm] ?? [];
  if (!model.legal.length) return [];
  return pieces.map((_, piece) => piece).filter((piece) => !model.legal.some((m) => m.kind !== 'decline' && m.arm === arm && m.piece === piece));
}

/**
 * Why pieces cannot move: one answer each.
 * @param {Model} model @param {TableWhy} why @param {readonly number[]} pieces @returns {Answer[]}
 */
export function whyWords(model, why, pieces) {
  return pieces.flatMap((piece) => {
    const ways = waysOf(why).filter((w) => w.piece === piece), barred = ways.filter((w) => w.reason);
    if (!barred.length) return [];
    const told = barred.filter((w) => w.reason !== 'sum_only_enters'), said = (told.length ? told : barred).map((way) => ({ way, text: sentence(model, why, way) }));
    const same = new Set(said.map((one) => one.text)).size === 1;
    const text = same ? said[0].text : said.map(({ way, text }) => t('why.with', { n: way.uses.join(' + '), reason: lowered(text) })).join(' ');
    return [{ piece, text: t('why.piece', { n: piece + 1, reason: lowered(text) }), spots: said.flatMap(({ way }) => (way.at === undefined ? [] : [{ arm: way.arm, piece, at: way.at }])) }];
  });
}

/** @param {TableWhy} why */
const waysOf = (why) => /** @type {Way[]} */ (/** @type {unknown} */ (why.pieces));

/** @param {Model} model @param {TableWhy} why @param {Way} way */
function sentence(model, why, way) {
  const { reason = 'unexplained', of, by = 0, first = 0, face: needed = 0, faces = [], sum } = way;
  if (reason === 'duty') return dutySentence(model, why, way.duty ?? '');
  if (reason === 'needs_face') return t(sum ? 'why.needs_face_or_sum' : 'why.needs_face', { faces: list(faces.map(String), 'disjunction'), sum: sum ?? 0 });
  const own = of === way.arm && t.has(`why.${reason}_own`) ? '_own' : '', key = `why.${reason}${own}`;
  return t.has(key) ? t(key, { n: by, first, face: needed, who: of === undefined ? '' : who(model, of) }) : t('why.unexplained');
}

/** The rule that comes first, as it is said before the choice. @param {Model} model @param {TableWhy} why @param {string} duty */
function dutySentence(model, why, duty) {
  if (duty === 'bonus') return t('why.bonus_first');
  const uses = waysOf(why).flatMap((w) => (w.move ? [w.uses] : []));
  return dutyWords(duty, uses.find((u) => u.length === 2) ?? uses[0] ?? [], model.dice > 1);
}

/** A sentence that goes on after a colon. @param {string} text */
const lowered = (text) => text.charAt(0).toLocaleLowerCase() + text.slice(1);
