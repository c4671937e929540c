import assert from 'node:assert/strict';
import test from 'node:test';
import { layout } from '../../../static/js/board/layout.js';
import { blocksOn } from '../../../static/js/board/marks.js';
import { spread } from '../../../static/js/board/stacks.js';
import { cross52 } from '../fixtures/boards.js';

const scene = layout(cross52(), { own: 0 });
const blocks = (/** @type {(number[] | null)[]} */ pieces, /** @type {'none' | 'own' | 'own_and_mixed' | 'own_on_safe'} */ made) => blocksOn(scene, spread(pieces, scene.place), made).map((p) => p.key);

test('two of one arm on a square of the ring are a block where the rules make one', () => {
  const pieces = [[15, 15, -1, -1], null, [20, 3, -1, -1], null];
  assert.deepEqual(blocks(pieces, 'own'), ['r15']);
  assert.deepEqual(blocks(pieces, 'none'), []);
});

test('two arms together are a block on a safe square alone, and only where mixed ones count', () => {
  const safe = [[8, -1], [47, -1], null, null], plain = [[9, -1], [48, -1], null, null];
  assert.deepEqual(blocks(safe, 'own_and_mixed'), ['r8']);
  assert.deepEqual(blocks(safe, 'own'), []);
  assert.deepEqual(blocks(plain, 'own_and_mixed'), []);
});

test('where only safe squares have blocks, a pair elsewhere is none', () => {
  const pieces = [[8, 8, 15, 15], [47, -1], null, null];
  assert.deepEqual(blocks(pieces, 'own_on_safe'), ['r8']);
  assert.deepEqual(blocks([[8, -1], [47, -1], null, null], 'own_on_safe'), []);
});

test('pieces that wait or are home are no block', () => {
  assert.deepEqual(blocks([[-1, -1, 56, 56], null, null, null], 'own_and_mixed'), []);
});
