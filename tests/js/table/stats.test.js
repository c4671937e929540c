import assert from 'node:assert/strict';
import test from 'node:test';
import { meanOf, podium, statsOf } from '../../../static/js/table/stats.js';
import { timeLeft } from '../../../static/js/table/clock.js';

const rolled = (/** @type {number} */ version, /** @type {number} */ arm, /** @type {number[]} */ dice) => ({ version, kind: 'rolled', arm, dice, n: 1, by: 'human', at: '', ply: 1 });

// X01.
test('faces are counted by seat, two dice as two, and what was taken back is not', () => {
  /** @type {any} */
  const record = { arms: [0, 2], entries: [rolled(5, 0, [6]), rolled(6, 2, [1, 1]), rolled(7, 0, [3]), { version: 8, kind: 'undone', arm: 0, to_version: 6, n: 3 }, rolled(9, 0, [3])], started_at: '2026-01-01T10:00:00Z', finished_at: '2026-01-01T10:24:00Z' };
  const stats = statsOf(record);
  assert.deepEqual(stats.counts.get(0), [0, 0, 1, 0, 0, 1]);
  assert.deepEqual(stats.counts.get(2), [2, 0, 0, 0, 0, 0]);
  assert.equal(stats.rolls, 4);
  assert.equal(stats.minutes, 24);
  assert.equal(meanOf([2, 0, 0, 0, 0, 2]), 3.5);
  assert.equal(meanOf([0, 0, 0, 0, 0, 0]), null);
});

test('the podium stands 2, 1, 3, 4', () => {
  assert.deepEqual(podium(['a', 'b', 'c', 'd']), ['b', 'a', 'c', 'd']);
  assert.deepEqual(podium(['a']), ['a']);
});

test('time left is rounded up, never negative, and low under ten seconds', () => {
  assert.deepEqual(timeLeft(null, null, 0), { seconds: null, percent: 100, low: false });
  assert.deepEqual(timeLeft(42_000, 60_000, 0), { seconds: 42, percent: 70, low: false });
  assert.deepEqual(timeLeft(9_100, 15_000, 0).low, true);
  assert.deepEqual(timeLeft(1_000, 15_000, 5_000), { seconds: 0, percent: 0, low: true });
});
