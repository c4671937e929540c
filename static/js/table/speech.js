/**
 * Sentences with people in them. A name is a node of its own, so that it may run either way; the same sentence as plain text
 * goes to screen readers.
 */
import { currentLanguage, rich, t } from '../i18n.js';
import { h } from '../ui/dom.js';
import { colourOf, seatAt } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./lines.js').Line} Line */

/** What a seat is called: its owner's name, or a bot by its colour. @param {Model} model @param {number} arm */
export function nameOf(model, arm) {
  const seat = seatAt(model.table, arm), colour = colourOf(model, arm);
  if (seat?.player) return seat.player.name;
  return t.has(`seat.bot_${colour}`) ? t(`seat.bot_${colour}`) : t('seat.bot');
}

/** “You” where it is this person. @param {Model} model @param {number} arm */
export const who = (model, arm) => (isMe(model, arm) ? t('seat.you') : nameOf(model, arm));

/** @param {Model} model @param {readonly number[]} arms */
export const whom = (model, arms) => list(arms.map((arm) => (isMe(model, arm) ? t('seat.you_object') : nameOf(model, arm))));

/** This person's only seat. @param {Model} model @param {number} arm */
const isMe = (model, arm) => model.mine.length === 1 && model.mine[0] === arm;

/** Several things in a row, as the language joins them. @param {string[]} names @param {Intl.ListFormatType} [type] */
export const list = (names, type = 'conjunction') => new Intl.ListFormat(currentLanguage(), { type }).format(names);

/** A line of the log as text. @param {Model} model @param {Line} line */
export const plain = (model, line) => t(line.text, values(model, line));

/** A line of the log as nodes, names bold. @param {Model} model @param {Line} line */
export function styled(model, line) {
  const { who: subject, whom: object, ...rest } = values(model, line);
  return rich(line.text, { ...rest, who: bold(subject), whom: bold(object) });
}

/** @param {string} name */
export const bold = (name) => h('b', {}, h('bdi', {}, name));

/** @param {Model} model @param {Line} line */
const values = (model, line) => ({ ...line.params, who: line.arm === null ? '' : who(model, line.arm), whom: whom(model, line.whom) });
