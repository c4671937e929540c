/**
 * What the tray says: what happened, then what can be done. Pure but for the catalogue's words.
 *
 * @import {TableState} from '../state/reducer.js'
 */
import { isGrid } from '../board/cells.js';
import { choicesOf, mayDecline } from '../board/choices.js';
import { homeAt } from '../board/places.js';
import { t } from '../i18n.js';
import { linesOf } from './lines.js';
import { isBot, seatAt } from './model.js';
import { list, nameOf, plain, who } from './speech.js';
import { forcedWords } from './why.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../board/choices.js').Choice} Choice */
/** @typedef {'next' | 'later' | 'idle'} DieState */
/**
 * @typedef {object} Prompt
 * @property {string} title @property {string} hint
 * @property {number | null} arm whose colour it wears
 * @property {{n: number, state: DieState, pick?: boolean}[]} dice `pick`: a press plays this one first, and shows its moves
 * @property {'roll' | 'choose' | 'held' | 'wait'} kind
 * @property {Choice[]} choices @property {boolean} decline
 * @property {string[]} [why] why pieces cannot move, where this person asked
 * @property {boolean} [asks] there are pieces that cannot move, and it may be asked why
 * @property {boolean} [told] the hint says more than that something can be chosen: it is shown on small screens too
 */

/**
 * @param {Model} model @param {TableState} state
 * @param {number | null} [picked] the die that this person wants to play first, where there is a choice
 * @returns {Prompt}
 */
export function promptOf(model, state, picked = null) {
  const base = { arm: model.acting, dice: diceOf(model, state), choices: [], decline: false };
  if (model.over) return { ...base, kind: 'wait', title: t('log.finished'), hint: '' };
  if (model.table.phase === 'paused') return { ...base, kind: model.held ? 'held' : 'wait', title: t('tray.paused'), hint: t('tray.paused_hint'), arm: model.held?.arm ?? null };
  if (model.held) return { ...base, kind: 'held', title: t('away.title'), hint: t('away.hint'), arm: model.held.arm };
  if (model.mayRoll) return { ...base, kind: 'roll', ...rollWords(model, state) };
  if (model.myTurn) return choose(model, base, picked);
  return { ...base, kind: 'wait', ...waitWords(model, state) };
}

/** @param {Model} model @param {Omit<Prompt, 'kind' | 'title' | 'hint'>} base @param {number | null} picked @returns {Prompt} */
function choose(model, base, picked) {
  const rolled = model.position?.dice ?? [], bonus = model.position?.bonus[0], all = choicesOf(model.legal), decline = mayDecline(model.legal), firsts = firstsOf(model);
  if (firsts.length > 1) {
    const first = picked !== null && firsts.includes(picked) ? picked : firsts[0], rest = firsts.filter((n) => n !== first);
    const dice = base.dice.map((d) => (d.state === 'idle' ? d : { ...d, pick: true, state: /** @type {DieState} */ (d.n === first ? 'next' : 'later') }));
    const playing = t('tray.playing', { n: first, rest: list(rest.map(String)) });
    return { ...base, kind: 'choose', dice, title: t(rolled.length > 2 ? 'tray.several_dice' : 'tray.two_dice'), hint: sentences(helping(model), forcedWords(model), playing), choices: all.filter((c) => c.uses[0] === first), decline, told: true };
  }
  const title = bonus ? t('tray.bonus', { n: bonus }) : rolled.length > 1 ? t('tray.your_rolls') : t('tray.you_rolled', { n: rolled[0] ?? '' });
  const why = sentences(helping(model), forcedWords(model) || narrow(model, all, decline), decline ? t('tray.may_decline') : '');
  return { ...base, kind: 'choose', title, hint: why || t('tray.pick'), choices: all, decline, told: why !== '' };
}

/** Said where a partner's pieces are played. @param {Model} model */
const helping = (model) => (model.hand === null || model.hand === model.acting ? '' : t('tray.helping', { who: nameOf(model, model.hand) }));

/** @param {...string} parts */
const sentences = (...parts) => parts.filter(Boolean).join(' ');

/** The different dice that a turn may go on with, where that is this person's choice. @param {Model} model @returns {number[]} */
function firstsOf(model) {
  const dice = model.position?.dice ?? [], steps = model.legal.flatMap((m) => (m.kind === 'decline' ? [] : [m.uses]));
  if (dice.length < 2 || model.position?.bonus.length || steps.some((uses) => uses.length !== 1)) return [];
  return [...new Set(dice)].filter((n) => steps.some(([use]) => use === n));
}

/** Why there is so little to choose where no duty says so. @param {Model} model @param {Choice[]} choices @param {boolean} decline */
function narrow(model, choices, decline) {
  const dice = model.position?.dice ?? [], bonus = model.position?.bonus.length, used = [...new Set(choices.map((c) => c.uses.join('+')))];
  if (dice.length > 1 && !bonus && used.length === 1 && new Set(dice).size > 1 && choices[0].uses.length === 1) {
    const [first] = choices[0].uses;
    return first === dice[0] ? t('tray.first_then', { first, rest: list(dice.slice(1).map(String)) }) : t('tray.only_die', { n: first });
  }
  const waiting = choices.every((c) => c.from < 0), out = (model.position?.pieces[model.acting ?? -1] ?? []).some((p) => p >= 0);
  if (waiting && out) return t('tray.only_out');
  return choices.length === 1 && choices[0].moves.length === 1 && !decline ? t('tray.only_move') : '';
}

/** @param {Model} model @param {TableState} state */
function rollWords(model, state) {
  const entry = lastEntry(state), again = entry.findLast((e) => e.kind === 'extra_roll' && e.arm === model.acting);
  const queue = model.position?.dice ?? [];
  if (queue.length) return { title: t('tray.roll_on'), hint: t('tray.roll_on_hint', { n: queue.length }) };
  if (again?.kind === 'extra_roll') return { title: t('tray.again'), hint: t(`tray.again_${again.reason}`) };
  return { title: t('tray.your_turn'), hint: lost(model, state) || helping(model) || standing(model) };
}

/** Where the viewer's only piece stands, where squares have numbers and nothing is chosen. @param {Model} model */
function standing({ board, position, acting }) {
  const [at, ...more] = position?.pieces[acting ?? -1] ?? [];
  return board && isGrid(board) && !more.length && at > 0 ? t('tray.on_square', { n: at, all: homeAt(board, 0) }) : '';
}

/** @param {Model} model @param {TableState} state */
function waitWords(model, state) {
  if (model.acting === null) return { title: model.watching ? t('tray.watching') : '', hint: '' };
  const seat = seatAt(model.table, model.acting), dice = model.position?.dice ?? [], name = who(model, model.acting);
  const title = model.table.awaits === 'move' && dice.length ? t('tray.they_rolled', { who: name, n: dice.join(' + ') }) : t('tray.their_turn', { who: name });
  const away = seat && !isBot(seat) && !seat.connected && seat.controller === 'human' ? t(state.deadlineAt === null ? 'tray.they_away_untimed' : 'tray.they_away', { who: name }) : '';
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

/** The dice in the tray: those not used yet, in order, with what was used of the same roll; else the last ones, faded. @param {Model} model @param {TableState} state @returns {Prompt['dice']} */
function diceOf(model, state) {
  const dice = model.position?.dice ?? [], arm = model.acting ?? state.lastMove?.arm;
  const last = arm === undefined || arm === null ? [] : state.lastDice[arm] ?? [];
  if (dice.length && model.table.awaits === 'move') return withUsed(dice.map((n, i) => ({ n, state: isNext(model, n, i) ? 'next' : 'later' })), last);
  if (dice.length) return [...dice.map((n) => ({ n, state: /** @type {DieState} */ ('later') })), { n: 6, state: 'idle' }];
  return (last.length ? last : [6]).map((n) => ({ n, state: 'idle' }));
}

/** Dice of one roll in the order they were rolled, those used already faded. @param {Prompt['dice']} left @param {readonly number[]} rolled @returns {Prompt['dice']} */
function withUsed(left, rolled) {
  const rest = [...left], whole = rolled.map((n) => {
    const i = rest.findIndex((d) => d.n === n);
    return i < 0 ? { n, state: /** @type {DieState} */ ('idle') } : rest.splice(i, 1)[0];
  });
  return rolled.length > left.length && !rest.length ? whole : left;
}

/** Whether a die can be used now: the first one where the order is fixed, else any that something can use. @param {Model} model @param {number} n @param {number} i */
const isNext = (model, n, i) => (inOrder(model) ? i === 0 : model.table.legal.some((m) => m.kind !== 'decline' && m.uses.includes(n)));

/** Whether dice are used in a fixed order: only the first one has moves. @param {Model} model */
const inOrder = (model) => {
  const dice = model.position?.dice ?? [];
  return model.table.legal.every((m) => m.kind === 'decline' || (m.uses.length === 1 && m.uses[0] === dice[0]));
};
