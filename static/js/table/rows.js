/** A choice in words: what it does, and what tells it from the others. */
import { homeAt, ringLength } from '../board/places.js';
import { indexOf } from '../board/cells.js';
import { t } from '../i18n.js';
import { nameOf, whom } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../protocol.js').Board} Board */
/** @typedef {import('../board/choices.js').Choice} Choice */
/** @typedef {import('../board/choices.js').Target} Target */

/** @param {Model} model @param {Choice} choice @returns {{title: string, detail: string}} */
export function rowWords(model, choice) {
  const { board } = model, n = choice.uses.reduce((a, b) => a + b, 0);
  const words = choice.captures.length ? { title: t('row.capture', { whom: whom(model, [...new Set(choice.captures.map(([arm]) => arm))]) }), detail: choice.from < 0 ? t('row.out_detail') : numbers(model, choice) || t('row.squares_on', { n }) } :
    choice.kind === 'enter' || choice.from < 0 ? { title: t('row.out'), detail: t('row.out_detail') } :
    board ? moveWords(model, board, choice, n) : { title: t('row.move', { n }), detail: '' };
  return choice.arm === model.acting ? words : { ...words, detail: t('row.partner', { who: nameOf(model, choice.arm), detail: words.detail }) };
}

/** @param {Model} model @param {Board} board @param {Choice} choice @param {number} n squares @returns {{title: string, detail: string}} */
function moveWords(model, board, choice, n) {
  const { arm, from, to } = choice, lane = ringLength(board, arm), home = homeAt(board, arm), left = (board.goal === null ? lane : home) - to;
  if (board.goal === null && to >= lane) return { title: t('row.slot', { n, slot: String.fromCharCode(97 + to - lane) }), detail: t('row.safe_detail') };
  if (to >= home) return { title: t('row.home'), detail: t('row.home_detail') };
  if (to >= lane && from < lane) return { title: t('row.lane', { n }), detail: t('row.lane_detail', { n: left }) };
  const where = numbers(model, choice);
  if (isSafe(board, arm, to)) return { title: t(board.cells.safe_mark === 'circle' ? 'row.safe_circle' : 'row.safe', { n }), detail: where || t('row.safe_detail') };
  return { title: t('row.move', { n }), detail: where || t(board.goal === null ? 'row.to_slots' : 'row.to_home', { n: left }) };
}

/** From which square to which, where squares carry numbers. @param {Model} model @param {Choice} choice */
function numbers({ board }, { arm, from, to }) {
  if (!board?.cells.numbered || from < 0 || to >= ringLength(board, arm)) return '';
  const at = (/** @type {number} */ p) => (board.starts.length ? ((indexOf(board, board.starts[arm]) + p) % board.ring) + (board.first ?? 0) : p);
  return t('row.from_to', { from: at(from), to: at(to) });
}

/** What a piece on the board is called: its number, what it would do, and whom it belongs to where it is a partner's. @param {Model} model @param {Target} target */
export function targetName(model, target) {
  const words = target.choices.map((c) => rowWords(model, c).title).join(', ');
  return t('board.piece', { n: target.piece + 1, what: words });
}

/** Whether a progress stands on a safe square. @param {NonNullable<Model['board']>} board @param {number} arm @param {number} progress */
function isSafe(board, arm, progress) {
  if (!board.starts.length || progress < 0 || progress >= ringLength(board, arm)) return false;
  const at = (indexOf(board, board.starts[arm]) + progress) % board.ring;
  return board.safe.some((n) => indexOf(board, n) === at);
}
