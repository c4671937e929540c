/** From a table's state to what its board shows. Pure. */
import { t } from '../i18n.js';
import { nameOf } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../board/board.js').BoardView} BoardView */

/**
 * @param {Model} model @param {import('../state/reducer.js').TableState} state
 * @param {{active: string | null, busy: boolean, numbers: boolean}} look
 * @returns {BoardView | null} `null` where the board is not known
 */
export function boardView(model, state, { active, busy, numbers }) {
  const { table, board, position, acting } = model;
  if (!board) return null;
  return {
    board, own: model.own, arms: table.seats.map((s) => s.arm), pieces: position?.pieces ?? [], legal: model.legal, busy, active, numbers,
    lastMove: state.lastMove, mayRoll: model.mayRoll, timer: acting === null ? null : `${table.ply}`,
    signs: table.seats.map((s) => ({ arm: s.arm, name: nameOf(model, s.arm), die: state.lastDice[s.arm]?.at(-1) ?? null, acting: s.arm === acting, away: !!s.player && !s.connected })),
    label: t('board.picture', { n: table.seats.length }),
  };
}
