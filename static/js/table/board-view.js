/** From a table's state to what its board shows. Pure. */
import { t } from '../i18n.js';
import { nameOf } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../board/board.js').BoardView} BoardView */

/**
 * @param {Model} model @param {import('../state/reducer.js').TableState} state
 * @param {{active: string | null, busy: boolean, numbers: boolean, bars: BoardView['bars'], choices: readonly import('../board/choices.js').Choice[]}} look
 * @returns {BoardView | null} `null` where the board is not known
 */
export function boardView(model, state, { active, busy, numbers, bars, choices }) {
  const { table, board, position, acting } = model;
  if (!board) return null;
  return {
    board, own: model.own, arms: table.seats.map((s) => s.arm), pieces: position?.pieces ?? [], blocks: blocksOf(model), legal: choices.flatMap((c) => c.moves), busy, active, numbers,
    asks: model.myTurn ? model.hand : null, bars, lastMove: state.lastMove, mayRoll: model.mayRoll, timer: acting === null ? null : `${table.ply}`,
    signs: table.seats.map((s) => ({ arm: s.arm, name: nameOf(model, s.arm), die: state.lastDice[s.arm]?.at(-1) ?? null, acting: s.arm === acting, away: !!s.player && !s.connected })),
    label: t('board.picture', { n: table.seats.length }),
  };
}

/** Which pieces form a block at this table: a house rule, or as the ruleset has it. @param {Model} model @returns {BoardView['blocks']} */
function blocksOf({ table, ruleset }) {
  const made = table.options['block.made'] ?? ruleset?.blocks;
  return made === 'own' || made === 'own_and_mixed' || made === 'own_on_safe' ? made : 'none';
}
