import assert from 'node:assert/strict';
import test from 'node:test';
import { hops, pathTime } from '../../../static/js/board/motion.js';
import { placed } from '../../../static/js/board/moves.js';

// U02.
test('a path takes 90 ms a square and never more than 600', () => {
  assert.deepEqual([1, 3, 6, 12, 50].map(pathTime), [90, 270, 540, 600, 600]);
});

test('a hop rises between squares and lands on each', () => {
  const frames = hops([{ x: 0, y: 0, s: 1 }, { x: 1, y: 0, s: 1 }, { x: 2, y: 0, s: 1 }]);
  assert.equal(frames.length, 5);
  assert.match(String(frames[1].transform), /translate\(0\.5px, -0\.22px\)/);
  assert.match(String(frames[4].transform), /translate\(2px, 0px\)/);
});

test('what is drawn after a move leaves the position before it alone', () => {
  const before = [[3, -1], null, [5, 5], null], after = placed(before, [[0, 0, 9], [2, 1, -1]]);
  assert.deepEqual(after, [[9, -1], null, [5, -1], null]);
  assert.deepEqual(before, [[3, -1], null, [5, 5], null]);
});
