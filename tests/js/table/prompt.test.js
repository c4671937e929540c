import assert from 'node:assert/strict';
import test from 'node:test';
import { initialState } from '../../../static/js/state/reducer.js';
import { newLines, rowsOf } from '../../../static/js/table/log.js';
import { modelOf } from '../../../static/js/table/model.js';
import { promptOf } from '../../../static/js/table/prompt.js';
import { rowWords } from '../../../static/js/table/rows.js';
import { cross52 } from '../fixtures/boards.js';

/** @type {any[]} */
const RULESETS = [{ id: 'luddo', boards: [cross52()] }];
const person = (/** @type {number} */ arm, more = {}) => ({ arm, player: { id: `p${arm}`, name: ['Ana', '', 'Olena'][arm], guest: true }, bot_level: null, controller: 'human', connected: true, misses: 0, left: false, ...more });
/** @param {number} arm @param {number} piece @param {number} from @param {number} to @param {number[]} uses @param {[number, number][]} [captures] @param {'enter'|'move'|'bonus'} [kind] @returns {import('../../../static/js/protocol.js').Move} */
const step = (arm, piece, from, to, uses, captures = [], kind = 'move') => ({ kind, arm, piece, uses, from, to, captures });

/**
 * What somebody sees of a game of two.
 * @param {{mine?: number[], phase?: string, awaits?: string|null, turn?: number, dice?: number[], legal?: import('../../../static/js/protocol.js').Move[], seats?: object[], events?: object[], picked?: number|null, lastDice?: {[arm: number]: number[]}}} [of]
 */
function seen({ picked = null, lastDice = {}, mine = [0], phase = 'playing', awaits = 'roll', turn = 0, dice = [], legal = [], seats = [person(0), person(2)], events = [] } = {}) {
  const table = { phase, ruleset: 'luddo', board: 'c52', seats, awaits, legal, ply: 7, solo: false, options: {}, watchers: 0,
    position: { pieces: [[-1, 15, 46, 50], null, [42, 8, -1, 56], null], turn, dice, bonus: [] } };
  /** @type {any} */
  const state = { ...initialState('K7M2QX'), table, you: { arms: mine, role: mine.length ? 'player' : 'watcher', host: false }, lastDice, log: events.map((event, i) => ({ version: 3, i, at: '', event, undone: false })) };
  const model = /** @type {import('../../../static/js/table/model.js').Model} */ (modelOf(state, RULESETS));
  return { model, prompt: promptOf(model, state, picked) };
}

test('who is to roll gets the button, nobody else does', () => {
  assert.equal(seen().prompt.kind, 'roll');
  assert.equal(seen({ turn: 2 }).prompt.kind, 'wait');
  assert.equal(seen({ mine: [] }).prompt.kind, 'wait');
  assert.match(seen({ turn: 2 }).prompt.title, /Olena/);
});

// M06.
test('a watcher is never offered a choice', () => {
  const { model, prompt } = seen({ mine: [], awaits: 'move', dice: [4], legal: [step(0, 1, 15, 19, [4])] });
  assert.equal(model.legal.length, 0);
  assert.equal(prompt.choices.length, 0);
});

test('a seat that a bot keeps is offered back, and nothing else, also while the game stands still', () => {
  const seats = [person(0, { controller: 'bot' }), person(2)];
  assert.equal(seen({ seats }).prompt.kind, 'held');
  assert.equal(seen({ seats, phase: 'paused', awaits: null }).prompt.kind, 'held');
  assert.equal(seen({ seats: [person(0, { controller: 'bot', left: true }), person(2)] }).prompt.kind, 'wait');
});

test('a queue of dice says which one goes first', () => {
  const { prompt } = seen({ awaits: 'move', dice: [6, 3], legal: [step(0, 0, -1, 0, [6], [], 'enter')] });
  assert.match(prompt.hint, /6 first, then 3/);
  assert.deepEqual(prompt.dice, [{ n: 6, state: 'next' }, { n: 3, state: 'later' }]);
});

test('the one whose turn follows reads why the last roll came to nothing', () => {
  const { prompt } = seen({ events: [{ kind: 'rolled', arm: 2, dice: [3], by: 'human' }, { kind: 'roll_lost', arm: 2, dice: [3], reason: 'no_move' }, { kind: 'turn', arm: 0 }] });
  assert.match(prompt.hint, /Olena rolled 3, nothing could move/);
});

test('each row says what the move does', () => {
  const legal = [step(0, 0, -1, 0, [6], [], 'enter'), step(0, 1, 15, 19, [4], [[2, 0]]), step(0, 2, 46, 52, [6]), step(0, 3, 50, 56, [6]), step(0, 1, 15, 21, [6]), step(0, 1, 15, 18, [3])];
  const { model, prompt } = seen({ awaits: 'move', dice: [6], legal });
  assert.deepEqual(prompt.choices.map((c) => rowWords(model, c).title), ['Bring out', 'Move 3', 'Capture Olena', 'Move 6 to a star', 'Move 6 into the lane', 'Go home']);
});

test('only what is new of a talk is shown, also where the line was lost between', () => {
  const said = (/** @type {string} */ text) => ({ from: { id: 'p', name: 'P', guest: true }, text }), talk = ['a', 'b', 'b', 'c'].map(said);
  assert.deepEqual(newLines([], talk).length, 4);
  assert.deepEqual(newLines(talk.slice(0, 3), talk).map((c) => c.text), ['c']);
  assert.deepEqual(newLines(talk, talk.map((c) => ({ ...c }))), []);
  assert.deepEqual(newLines(talk, [...talk.slice(2), said('b')]).map((c) => c.text), ['b']);
});

test('what was said stands behind what had happened by then, also where nothing had', () => {
  const line = (/** @type {number} */ version) => /** @type {any} */ ({ key: `${version}.0` });
  const said = (/** @type {string} */ key, /** @type {number} */ after) => /** @type {any} */ ({ key, after, said: {} });
  const keys = rowsOf([line(3), line(5), line(9)], [said('a', 1), said('b', 5), said('c', 7), said('d', 9)]).map((row) => row.key);
  assert.deepEqual(keys, ['a', '3.0', '5.0', 'b', 'c', '9.0', 'd']);
  assert.deepEqual(rowsOf([], [said('a', 0)]).map((row) => row.key), ['a']);
});

test('of the four dice of a double either face may go first', () => {
  const legal = [step(0, 1, 15, 18, [3]), step(0, 1, 15, 19, [4])];
  const { prompt } = seen({ awaits: 'move', dice: [3, 3, 4, 4], legal, picked: 4, lastDice: { 0: [3, 3, 4, 4] } });
  assert.deepEqual(prompt.dice.map(({ n, state }) => [n, state]), [[3, 'later'], [3, 'later'], [4, 'next'], [4, 'next']]);
  assert.deepEqual(prompt.choices.map((c) => c.uses), [[4]]);
});

test('where either die may go first, each shows its own moves and the other one is offered', () => {
  const legal = [step(0, 1, 15, 18, [3]), step(0, 2, 46, 49, [3]), step(0, 1, 15, 19, [4])], given = { awaits: 'move', dice: [3, 4], legal };
  const first = seen(given).prompt, other = seen({ ...given, picked: 4 }).prompt;
  assert.deepEqual(first.dice, [{ n: 3, state: 'next', pick: true }, { n: 4, state: 'later', pick: true }]);
  assert.deepEqual(first.choices.map((c) => c.uses), [[3], [3]]);
  assert.match(first.hint, /Playing the 3/);
  assert.deepEqual(other.choices.map((c) => c.uses), [[4]]);
  assert.deepEqual(other.dice.map((d) => d.state), ['later', 'next']);
});

test('a die of the same roll that was used stays, faded', () => {
  const { prompt } = seen({ awaits: 'move', dice: [4], lastDice: { 0: [3, 4] }, legal: [step(0, 1, 15, 19, [4])] });
  assert.deepEqual(prompt.dice, [{ n: 3, state: 'idle' }, { n: 4, state: 'next' }]);
});

test('a choice that the rules leave no room for says so', () => {
  assert.match(seen({ awaits: 'move', dice: [4], legal: [step(0, 1, 15, 19, [4])] }).prompt.hint, /only move/);
  assert.match(seen({ awaits: 'move', dice: [3, 4], legal: [step(0, 1, 15, 19, [4]), step(0, 2, 46, 50, [4])] }).prompt.hint, /Only the 4/);
  assert.match(seen({ awaits: 'move', dice: [6], legal: [step(0, 0, -1, 0, [6], [], 'enter')] }).prompt.hint, /coming out/);
});

test('who plays a partner’s pieces is told whose they are, and who may leave a bonus that they may', () => {
  const helping = seen({ awaits: 'move', dice: [4, 4], legal: [step(2, 0, 42, 46, [4]), step(2, 1, 8, 12, [4])] });
  assert.equal(helping.model.hand, 2);
  assert.match(helping.prompt.hint, /^You play Olena’s pieces now\./);
  const bonus = seen({ awaits: 'move', legal: [step(0, 1, 15, 35, [20], [], 'bonus'), { kind: 'decline' }] }).prompt;
  assert.equal(bonus.decline, true);
  assert.match(bonus.hint, /You may leave it\.$/);
});

test('a duty is said also where either die may go first', () => {
  const legal = [step(0, 1, 15, 18, [3], [[2, 0]]), step(0, 2, 46, 50, [4], [[2, 1]])], { model, prompt } = seen({ awaits: 'move', dice: [3, 4], legal });
  assert.match(prompt.hint, /^Playing the 3\./);
  model.table.forced = 'capture';
  assert.match(promptOf(model, /** @type {any} */ (initialState('K7M2QX'))).hint, /^A roll that can capture must\. Playing the 3\./);
});
