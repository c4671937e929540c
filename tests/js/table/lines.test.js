import assert from 'node:assert/strict';
import test from 'node:test';
import { linesOf, playedFor } from '../../../static/js/table/lines.js';

/** @param {...any[]} entries @returns {import('../../../static/js/state/reducer.js').LogLine[]} */
const log = (...entries) => entries.flatMap((events, n) => events.map((event, i) => ({ version: n + 1, i, at: '', event, undone: false })));
const rolled = (/** @type {number} */ arm, /** @type {number} */ n, by = 'human') => ({ kind: 'rolled', arm, dice: [n], by });
const moved = (/** @type {number} */ arm, /** @type {number} */ from, /** @type {number} */ to, more = {}) => ({ kind: 'moved', arm, piece: 0, from, to, uses: [to - from], captures: [], by: 'human', ...more });
const texts = (/** @type {{text: string}[]} */ lines) => lines.map((l) => l.text);

// U09, R09.
test('a turn that passes says why', () => {
  assert.deepEqual(texts(linesOf(log([rolled(0, 3), { kind: 'roll_lost', arm: 0, dice: [3], reason: 'no_move' }]))), ['log.rolled_no_move']);
  assert.deepEqual(texts(linesOf(log([rolled(0, 6), { kind: 'roll_lost', arm: 0, dice: [6, 6, 6], reason: 'streak' }]))), ['log.rolled_streak']);
  assert.deepEqual(texts(linesOf(log([{ kind: 'roll_lost', arm: 0, dice: [4], reason: 'queue_dead' }]))), ['log.lost_queue_dead']);
  const half = log([moved(0, 5, 8), { kind: 'roll_lost', arm: 0, dice: [5], reason: 'no_move' }]);
  assert.deepEqual(texts(linesOf(half)), ['log.moved', 'log.lost_no_move']);
});

test('a move tells its roll; rolls of a queue stay', () => {
  assert.deepEqual(texts(linesOf(log([rolled(0, 3)], [moved(0, 5, 8)]))), ['log.moved']);
  assert.deepEqual(texts(linesOf(log([rolled(0, 6)], [rolled(0, 3)], [moved(0, 5, 11)]))), ['log.rolled', 'log.rolled', 'log.moved']);
});

// A02.
test('equal happenings are lines of their own', () => {
  const lines = linesOf(log([rolled(0, 4), { kind: 'roll_lost', arm: 0, dice: [4], reason: 'no_move' }], [rolled(1, 4), { kind: 'roll_lost', arm: 1, dice: [4], reason: 'no_move' }]));
  assert.equal(new Set(lines.map((l) => l.key)).size, 2);
});

test('captures name whom, jumps both squares, the clock itself', () => {
  assert.deepEqual(linesOf(log([moved(0, 15, 19, { captures: [[2, 0], [2, 1], [3, 0]] })]))[0].whom, [2, 3]);
  assert.deepEqual(linesOf(log([moved(0, 97, 78, { via: 98, uses: [1] })]))[0].params, { n: 1, from: 97, to: 98, end: 78, pieces: 0 });
  assert.equal(linesOf(log([moved(0, 97, 78, { via: 98, uses: [1] })]))[0].text, 'log.moved_down');
  assert.equal(linesOf(log([moved(0, 1, 2, { by: 'clock' })]))[0].text, 'log.clock_moved');
});

test('what a bot played meanwhile begins where it took the seat', () => {
  const all = log([rolled(0, 2)], [{ kind: 'control', arm: 0, controller: 'bot', reason: 'expired' }], [rolled(0, 5, 'bot')], [rolled(1, 1)], [moved(0, 5, 10, { by: 'bot' })]);
  assert.deepEqual(texts(playedFor(all, 0)), ['log.moved']);
  assert.deepEqual(playedFor(all, 1), []);
});
