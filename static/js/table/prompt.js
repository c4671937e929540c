/**
 * What the tray says: what happened, then what can be done. Pure but for the catalogue's words.
 *
 * @import {TableState} from '../state/reducer.js'
 */
import { choicesOf, mayDecline } from '../board/choices.js';
import { t } from '../i18n.js';
import { linesOf } from './lines.js';
import { isBot, seatAt } from './model.js';
import { list, plain, who } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../board/choices.js').Choice} Choice */
/** @typedef {'next' | 'later' | 'idle'} DieState */
/**
 * @typedef {object} Prompt
 * @property {string} title @property {string} hint
 * @property {number | null} arm whose colour it wears
 * @property {{n: number, state: DieState}[]} dice
 * @property {'roll' | 'choose' | 'held' | 'wait'} kind
 * @property {Choice[]} choices @property {boolean} decline
 */

/** @param {Model} model @param {TableState} state @returns {Prompt} */
export function promptOf(model, state) {
  const base = { arm: model.acting, dice: diceOf(model, state), choices: [], decline: false };
  if (model.over) return { ...base, kind: 'wait', title: t('log.finished'), hint: '' };
  if (model.table.phase === 'paused') return { ...base, kind: model.held ? 'held' : 'wait', title: t('tray.paused'), hint: t('tray.paused_hint'), arm: model.held?.arm ?? null };
  if (model.held) return { ...base, kind: 'held', title: t('away.title'), hint: t('away.hint'), arm: model.held.arm };
  if (model.mayRoll) return { ...base, kind: 'roll', ...rollWords(model, state) };
  if (model.myTurn) return choose(model, base);
  return { ...base, kind: 'wait', ...waitWords(model, state) };
}

/** @param {Model} model @param {Omit<Prompt, 'kind' | 'title' | 'hint'>} base @returns {Prompt} */
function choose(model, base) {
  const dice = model.position?.dice ?? [], bonus = model.position?.bonus[0], choices = choicesOf(model.legal);
  const queue = dice.length > 1 && choices.every((c) => c.uses.length === 1 && c.uses[0] === dice[0]);
  const title = bonus ? t('tray.bonus', { n: bonus }) : dice.length > 1 ? t('tray.your_rolls') : t('tray.you_rolled', { n: dice[0] ?? '' });
  const hint = queue ? t('tray.first_then', { first: dice[0], rest: list(dice.slice(1).map(String)) }) : t('tray.pick');
  return { ...base, kind: 'choose', title, hint, choices, decline: mayDecline(model.legal) };
}

/** @param {Model} model @param {TableState} state */
function rollWords(model, state) {
  const entry = lastEntry(state), again = entry.findLast((e) => e.kind === 'extra_roll' && e.arm === model.acting);
  const queue = model.position?.dice ?? [];
  if (queue.length) return { title: t('tray.roll_on'), hint: t('tray.roll_on_hint', { n: queue.length }) };
  if (again?.kind === 'extra_roll') return { title: t('tray.again'), hint: t(`tray.again_${again.reason}`) };
  return { title: t('tray.your_turn'), hint: lost(model, state) };
}

/** @param {Model} model @param {TableState} state */
function waitWords(model, state) {
  if (model.acting === null) return { title: model.watching ? t('tray.watching') : '', hint: '' };
  const seat = seatAt(model.table, model.acting), dice = model.position?.dice ?? [], name = who(model, model.acting);
  const title = model.table.awaits === 'move' && dice.length ? t('tray.they_rolled', { who: name, n: dice.join(' + ') }) : t('tray.their_turn', { who: name });
  const away = seat && !isBot(seat) && !seat.connected && seat.controller === 'human' ? t('tray.they_away', { who: name }) : '';
  return { title, hint: lost(model, state) || away || (model.watching ? t('tray.watching') : '') };
}

/** Why the last roll came to nothing, so that a turn that passes never looks like a fault. @param {Model} model @param {TableState} state */
function lost(model, state) {
  const entry = lastEntry(state);
  if (!entry.some((e) => e.kind === 'roll_lost')) return '';
  const line = linesOf(state.log.filter((l) => l.version === state.log[state.log.length - 1].version)).find((l) => /lost|no_move|streak/.test(l.text));
  return line ? plain(model, line) : '';
}

/** The events of the newest entry that has any. @param {TableState} state */
function lastEntry(state) {
  const last = state.log[state.log.length - 1];
  return last ? state.log.filter((l) => l.version === last.version).map((l) => l.event) : [];
}

/** The dice in the tray: those not used yet, in order; else the last ones, faded. @param {Model} model @param {TableState} state @returns {Prompt['dice']} */
function diceOf(model, state) {
  const dice = model.position?.dice ?? [], arm = model.acting ?? state.lastMove?.arm;
  if (dice.length && model.table.awaits === 'move') return dice.map((n, i) => ({ n, state: i === 0 || !inOrder(model) ? 'next' : 'later' }));
  if (dice.length) return [...dice.map((n) => ({ n, state: /** @type {DieState} */ ('later') })), { n: 6, state: 'idle' }];
  const last = arm === undefined || arm === null ? [] : state.lastDice[arm] ?? [];
  return (last.length ? last : [6]).map((n) => ({ n, state: 'idle' }));
}

/** Whether dice are used in a fixed order: only the first one has moves. @param {Model} model */
const inOrder = (model) => {
  const dice = model.position?.dice ?? [];
  return model.table.legal.every((m) => m.kind === 'decline' || (m.uses.length === 1 && m.uses[0] === dice[0]));
};
