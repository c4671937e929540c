/**
 * How a table plays, in sentences: one for what is always so, one for each flag; house rules carry a tag.
 *
 * @import {Clock, Flag, Ruleset, Table} from '../protocol.js'
 */
import { s } from '../board/svg.js';
import { seatMark } from '../board/mark.js';
import { die } from '../dice.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { clockWords, expiryWords, flagName, rulesetName, valueWords } from './words.js';

/** The chapters of a sheet, and the flags whose sentences stand in each. */
const CHAPTERS = /** @type {const} */ ([
  ['enter', ['enter.on', 'enter.duty', 'enter.full', 'enter.rival', 'enter.tries', 'enter.clear_start', 'pieces.out']],
  ['again', ['six.value', 'six.value_base_empty', 'again.when_dead', 'again.capture', 'again.home', 'again.bonus_chain', 'again.dead_die_keeps_bonus', 'streak.limit', 'streak.effect']],
  ['way', ['dice.maximal_use', 'doubles.bottoms', 'lane.over', 'lane.jump', 'passing', 'gate.capture_first']],
  ['capture', ['capture.by', 'capture.duty', 'capture.partner', 'capture.stack', 'bonus.duty', 'bonus.when', 'bonus.chain']],
  ['safe', ['safe.squares', 'safe.share', 'block.made', 'block.stops', 'block.pass_on', 'block.duty', 'block.reform']],
  ['end', ['pieces.to_win', 'finish.play_on', 'finish.team_win', 'teams', 'pachisi']],
]);

/** Flags that say nothing beside this value of another one. @type {{[flag: string]: {beside: string, is: (value: unknown) => boolean}}} */
const MOOT = {
  'block.duty': { beside: 'block.made', is: (made) => made === 'none' },
  'block.reform': { beside: 'block.made', is: (made) => made === 'none' },
  'block.stops': { beside: 'block.made', is: (made) => made === 'none' },
  'streak.effect': { beside: 'streak.limit', is: (limit) => limit === 0 },
  'streak.limit': { beside: 'streak.effect', is: (effect) => effect !== undefined },
};

/**
 * @param {Ruleset} ruleset @param {{[flag: string]: unknown}} options what differs from the preset
 * @param {number} seats @param {Clock} clock
 * @returns {HTMLElement[]}
 */
export function rulesSheet(ruleset, options, seats, clock) {
  const rows = CHAPTERS.map(([chapter, flags]) => row(chapter, ruleset, options, flags.flatMap((flag) => ruleset.flags.find(({ name }) => name === flag) ?? [])));
  const known = new Set(CHAPTERS.flatMap(([, flags]) => /** @type {readonly string[]} */ (flags)));
  const others = row('other', ruleset, options, ruleset.flags.filter(({ name }) => !known.has(name)));
  return [
    h('h2', {}, t('rules.title')),
    ...(t.has(`line.${ruleset.id}`) ? [h('p', { class: 'sm' }, t(`line.${ruleset.id}`))] : []),
    h('ol', {}, ...[...rows, others].filter((one) => one !== null), line(icon('clock'), [clockWords(clock), '. ', expiryWords(clock), '.']), line(icon('shield'), [t('rules.dice')])),
    h('p', { class: 'xs muted' }, t('rules.for', { game: rulesetName(ruleset.id), n: seats })),
  ];
}

/** The sheet of a table, as a dialog. @param {Ruleset[]} rulesets @param {Table} table */
export function openRules(rulesets, table) {
  const ruleset = rulesets.find(({ id }) => id === table.ruleset);
  if (!ruleset) return;
  const [, ...parts] = rulesSheet(ruleset, table.options, table.seats.length, table.clock);
  openDialog(t('rules.title'), h('div', { class: 'rules-sheet' }, ...parts));
}

/** @param {string} chapter @param {Ruleset} ruleset @param {{[flag: string]: unknown}} options @param {Flag[]} flags */
function row(chapter, ruleset, options, flags) {
  const key = [`sheet.${ruleset.id}.${chapter}`, `sheet.${ruleset.family}.${chapter}`].find((one) => t.has(one));
  /** @param {string} name */
  const value = (name) => options[name] ?? ruleset.flags.find((flag) => flag.name === name)?.default;
  const telling = flags.filter(({ name }) => !MOOT[name]?.is(value(MOOT[name].beside)) || (name === 'streak.limit' && value(name) === 0));
  const sentences = telling.flatMap((flag) => sentence(flag, options));
  if (!key && sentences.length === 0) return null;
  return line(picture(chapter), [key ? t(key) : '', ...sentences]);
}

/** A changed flag's sentence has its tag; an unchanged one that says nothing new is left out. @param {Flag} flag @param {{[flag: string]: unknown}} options @returns {(string|Node)[]} */
function sentence(flag, options) {
  const changed = flag.name in options && options[flag.name] !== flag.default;
  const value = changed ? options[flag.name] : flag.default;
  const key = `rule.${flag.name}.${value}`, words = t.has(key) ? t(key) : '';
  if (!changed) return words ? [` ${words}`] : [];
  return [' ', h('b', {}, words || `${flagName(flag.name)}: ${valueWords(flag, value)}.`), ' ', tag()];
}

const tag = () => h('span', { class: 'changed' }, t('rules.house_rule'));

/** @param {Node} image @param {(string|Node)[]} text */
const line = (image, text) => h('li', {}, h('i', {}, image), h('span', {}, ...text));

/** @param {string} chapter @returns {Node} */
function picture(chapter) {
  if (chapter === 'enter') return die(6);
  if (chapter === 'way') return seatMark('red');
  if (chapter === 'again') return icon('again');
  if (chapter === 'capture') return s('svg', { viewBox: '-.56 -.56 1.12 1.12', 'aria-hidden': 'true' }, s('g', { class: 'hit' }, s('circle', { r: 0.42 }), s('path', { d: 'M-.15-.15.15.15M.15-.15-.15.15' })));
  if (chapter === 'safe') return icon('star');
  return icon(chapter === 'end' ? 'people' : 'rules');
}
