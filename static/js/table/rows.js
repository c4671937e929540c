/** A choice in words: what it does, and what tells it from the others. */
import { homeAt, ringLength } from '../board/places.js';
import { indexOf } from '../board/cells.js';
import { t } from '../i18n.js';
import { whom } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../board/choices.js').Choice} Choice */
/** @typedef {import('../board/choices.js').Target} Target */

/** @param {Model} model @param {Choice} choice @returns {{title: string, detail: string}} */
export function rowWords(model, choice) {
  const { board } = model, n = choice.uses.reduce((a, b) => a + b, 0);
  const safe = board && isSafe(board, choice.arm, choice.to), home = board && choice.to >= homeAt(board, choice.arm);
  const left = board ? homeAt(board, choice.arm) - choice.to : 0;
  if (choice.captures.length) return { title: t('row.capture', { whom: whom(model, [...new Set(choice.captures.map(([arm]) => arm))]) }), detail: choice.from < 0 ? t('row.out_detail') : t('row.squares_on', { n }) };
  if (choice.kind === 'enter' || choice.from < 0) return { title: t('row.out'), detail: t('row.out_detail') };
  if (home) return { title: t('row.home'), detail: t('row.home_detail') };
  if (board && choice.to >= ringLength(board, choice.arm) && choice.from < ringLength(board, choice.arm)) return { title: t('row.lane', { n }), detail: t('row.lane_detail', { n: left }) };
  return safe ? { title: t('row.safe', { n }), detail: t('row.safe_detail') } : { title: t('row.move', { n }), detail: t('row.to_home', { n: left }) };
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
