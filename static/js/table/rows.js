/** A choice in words: what it does, and what tells it from the others. */
import { homeAt, laneFrom, onRing } from '../board/places.js';
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
  const words = choice.to < 0 ? { title: t('row.repelled', { n }), detail: t('row.repelled_detail') } : choice.captures.length ? { title: t('row.capture', { whom: whom(model, [...new Set(choice.captures.map(([arm]) => arm))]) }), detail: choice.from < 0 ? t('row.out_detail') : numbers(model, choice) || t('row.squares_on', { n }) } :
    choice.kind === 'enter' || choice.from < 0 ? { title: t('row.out'), detail: t('row.out_detail') } :
    board ? moveWords(model, board, choice, n) : { title: t('row.move', { n }), detail: '' };
  return choice.arm === model.acting ? words : { ...words, detail: t('row.partner', { who: nameOf(model, choice.arm), detail: words.detail }) };
}

/** @param {Model} model @param {Board} board @param {Choice} choice @param {number} n squares @returns {{title: string, detail: string}} */
function moveWords(model, board, choice, n) {
  const { arm, from, to } = choice, lane = laneFrom(board, arm), home = homeAt(board, arm), left = (board.goal === null ? lane : home) - to;
  if (board.goal === null && to >= lane) return { title: t('row.slot', { n, slot: String.fromCharCode(97 + to - lane) }), detail: t('row.safe_detail') };
  if (to >= home) return { title: t('row.home'), detail: t('row.home_detail') };
  if (to >= lane && from < lane) return { title: t('row.lane', { n }), detail: t('row.lane_detail', { n: left }) };
  if (choice.via !== to && choice.via < lane && !board.cells.numbered) return { title: t('row.hop', { n }), detail: t(board.goal === null ? 'row.to_slots' : 'row.to_home', { n: left }) };
  const where = numbers(model, choice);
  if (isSafe(board, arm, to)) return { title: t(board.cells.safe_mark === 'star' || board.cells.safe_mark === undefined ? 'row.safe' : 'row.safe_circle', { n }), detail: where || t('row.safe_detail') };
  return { title: t('row.move', { n }), detail: where || t(board.goal === null ? 'row.to_slots' : 'row.to_home', { n: left }) };
}

/** From which square to which, where squares carry numbers. @param {Model} model @param {Choice} choice */
function numbers({ board }, { arm, from, to }) {
  if (!board?.cells.numbered || from < 0 || to >= laneFrom(board, arm)) return '';
  const at = (/** @type {number} */ p) => (board.starts.length ? onRing(board, arm, p) + (board.first ?? 0) : p);
  return t('row.from_to', { from: at(from), to: at(to) });
}

/** What a piece on the board is called: its number, what it would do, and whom it belongs to where it is a partner's. @param {Model} model @param {Target} target */
export function targetName(model, target) {
  const words = target.choices.map((c) => rowWords(model, c).title).join(', ');
  return t('board.piece', { n: target.piece + 1, what: words });
}

/** Whether a progress stands on a safe square. @param {NonNullable<Model['board']>} board @param {number} arm @param {number} progress */
function isSafe(board, arm, progress) {
  if (!board.starts.length || progress < (board.lead ?? 0) || progress >= laneFrom(board, arm)) return false;
  const at = onRing(board, arm, progress);
  return board.safe.some((n) => indexOf(board, n) === at);
}
