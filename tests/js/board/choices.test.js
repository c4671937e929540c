import assert from 'node:assert/strict';
import test from 'node:test';
import { choicesOf, mayDecline, meant, nearest, targetsOf } from '../../../static/js/board/choices.js';
import { layout } from '../../../static/js/board/layout.js';
import { spread } from '../../../static/js/board/stacks.js';
import { cross52 } from '../fixtures/boards.js';

/** @param {number} arm @param {number} piece @param {number} from @param {number} to @param {number[]} uses @param {[number, number][]} [captures] @param {'enter'|'move'|'bonus'} [kind] @returns {import('../../../static/js/protocol.js').Move} */
const step = (arm, piece, from, to, uses, captures = [], kind = 'move') => ({ kind, arm, piece, uses, from, to, captures });
const scene = layout(cross52(), { own: 0 });
const view = (/** @type {number} */ unit) => ({ unit, box: scene.box, middle: scene.centre.y });
/** @param {(number[]|null)[]} pieces @param {import('../../../static/js/protocol.js').Move[]} legal */
const targetsAt = (pieces, legal, unit = 40) => targetsOf(choicesOf(legal), spread(pieces, scene.place), view(unit));

test('moves that come to the same are one row, in the order of the path', () => {
  const rows = choicesOf([step(0, 0, 15, 19, [4]), step(0, 1, 15, 19, [4]), step(0, 2, 2, 6, [4]), { kind: 'decline' }]);
  assert.deepEqual(rows.map((r) => [r.from, r.moves.map((m) => m.piece)]), [[2, [2]], [15, [0, 1]]]);
  assert.equal(mayDecline([{ kind: 'decline' }]), true);
});

// U01, U06, R12.
test('pieces that share a square can each be chosen, 44 px apart on the smallest screen', () => {
  for (const unit of [17, 22, 45]) {
    const { targets, pills } = targetsAt([[15, 15, 15, -1], [3], [-1], [-1]], [0, 1, 2].map((p) => step(0, p, 15, 19, [4])), unit);
    assert.equal(pills.length, 1);
    assert.deepEqual(targets.map((t) => t.piece), [0, 1, 2]);
    targets.slice(1).forEach((t, i) => assert.ok((t.x - targets[i].x) * unit >= 43.9));
    const [x, y, w, h] = scene.box, [p] = pills;
    for (const [low, at, high] of [[x, p.x - p.w / 2, x + w - p.w], [y, p.y - p.h / 2, y + h - p.h]]) assert.ok(at > low - 1e-9 && at < high + 1e-9);
  }
});

test('a piece beside others that may not move needs no pill', () => {
  const { targets, pills } = targetsAt([[15, 20, -1, -1], [2, -1], null, null], [step(0, 0, 15, 19, [4])]);
  assert.equal(pills.length, 0);
  assert.equal(targets.length, 1);
});

// U01.
test('no two pieces of a square look like one, and none leaves its square', () => {
  for (let n = 2; n <= 16; n++) {
    const pieces = [0, 1, 2, 3].map((arm) => Array.from({ length: Math.ceil((n - arm) / 4) }, () => (52 + 8 - 13 * arm) % 52));
    const spots = spread(pieces, scene.place).filter((s) => s.key === 'r8');
    assert.equal(spots.length, n);
    for (const a of spots) {
      assert.ok(Math.abs(a.x - a.cx) + 0.4 * a.s < 0.56 && Math.abs(a.y - a.cy) + 0.4 * a.s < 0.56, `${n} ${a.id}`);
      for (const b of spots) if (a !== b) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 0.2);
    }
  }
});

test('a press means the nearest piece, its stack, or the only way to a square', () => {
  const legal = [step(0, 0, 15, 19, [4]), step(0, 1, 15, 19, [4]), step(0, 2, 30, 34, [4])], choices = choicesOf(legal);
  const { targets } = targetsAt([[15, 15, 30, -1], null, null, null], legal);
  assert.equal(nearest(targets, scene.place(0, 30, 2), 1)?.piece, 2);
  assert.equal(meant(scene.place(0, 15, 0), choices, targets, scene.place)?.piece, 0);
  assert.equal(meant(scene.place(0, 34, 2), choices, targets, scene.place)?.piece, 2);
  assert.equal(meant(scene.place(0, 40, 2), choices, targets, scene.place), null);
});

test('a press on a square that two choices lead to means nothing', () => {
  const legal = [step(0, 0, 15, 19, [4]), step(0, 1, 13, 19, [6])], choices = choicesOf(legal), { targets } = targetsAt([[15, 13, -1, -1], null, null, null], legal);
  assert.equal(meant(scene.place(0, 19, 0), choices, targets, scene.place), null);
});
