import assert from 'node:assert/strict';
import test from 'node:test';
import { layout } from '../../../static/js/board/layout.js';
import { homeAt, laneFrom, steps } from '../../../static/js/board/places.js';
import { cross52, hexagon78, madeUp, parchis68, snakes100 } from '../fixtures/boards.js';

const near = (/** @type {number} */ a, /** @type {number} */ b, d = 0.01) => assert.ok(Math.abs(a - b) < d, `${a} is not ${b}`);

test('a board nobody has seen is drawn from its geometry alone', () => {
  const board = madeUp(), scene = layout(board);
  assert.equal(scene.tiles.length, 22 + 4);
  assert.deepEqual(scene.tiles.filter((t) => t.start).map((t) => t.key), ['r4', 'r15']);
  assert.equal(scene.tiles.filter((t) => t.safe).length, 3);
  assert.equal(scene.yards.length, 2);
  for (const t of scene.tiles) assert.ok(t.x > scene.box[0] && t.x < scene.box[0] + scene.box[2]);
  const home = scene.place(0, 24, 0);
  assert.equal(home.zone, 'goal');
});

// R02.
test('every progress of every board has its place, on the square that the rules name', () => {
  for (const board of [cross52(), hexagon78(), parchis68(), madeUp()]) {
    const scene = layout(board), tiles = new Map(scene.tiles.map((t) => [t.key, t])), goal = Number(board.goal);
    board.starts.forEach((start, arm) => {
      assert.equal(scene.place(arm, 0, 0).key, `r${start - (board.first ?? 0)}`);
      for (let p = 0; p < goal; p++) assert.ok(tiles.has(scene.place(arm, p, 0).key), `${board.id} ${arm} ${p}`);
      assert.equal(scene.place(arm, laneFrom(board, arm) - 1, 0).key, `r${board.turn_offs[arm] - (board.first ?? 0)}`);
      assert.equal(scene.place(arm, laneFrom(board, arm), 0).key, `l${arm}.0`);
      assert.equal(scene.place(arm, goal, 0).zone, 'goal');
      assert.equal(scene.place(arm, -1, 0).zone, 'base');
      assert.equal(homeAt(board, arm), board.goal);
    });
  }
});

test('the viewer’s arm is at the bottom of every board, and the board stays in place', () => {
  for (const board of [cross52(), hexagon78()]) board.starts.forEach((_, own) => {
    const scene = layout(board, { own }), mouth = scene.tiles.find((t) => t.key === `l${own}.0`);
    assert.ok(mouth);
    near(mouth.x, scene.centre.x);
    assert.ok(mouth.y > scene.centre.y);
    near(scene.box[2], layout(board, { own: 0 }).box[2]);
  });
});

test('squares of a cross are upright, those of a hexagon follow their arm', () => {
  assert.ok(layout(cross52(), { own: 3 }).tiles.every((t) => t.rot % 90 === 0));
  const turned = new Set(layout(hexagon78(), { own: 0 }).tiles.map((t) => Math.round(t.rot)));
  assert.deepEqual([...turned].sort((a, b) => a - b), [0, 60, 120]);
});

test('no square, yard or place in a yard lies on another', () => {
  for (const board of [cross52(), hexagon78()]) {
    const { tiles, yards } = layout(board, { own: 0 });
    tiles.forEach((a, i) => tiles.slice(i + 1).forEach((b) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 0.95, `${board.id} ${a.key} ${b.key}`)));
    for (const y of yards) for (const t of tiles) {
      const clear = y.shape === 'round' ? Math.hypot(t.x - y.at.x, t.y - y.at.y) - 0.5 : Math.max(Math.abs(t.x - y.at.x), Math.abs(t.y - y.at.y)) - 0.5;
      assert.ok(clear > y.half + 0.2, `${board.id} yard ${y.arm} ${t.key}`);
    }
  }
});

test('the yards have the measures of the drawings', () => {
  for (const y of layout(cross52(), { own: 0 }).yards) near(y.half, 2.7);
  for (const y of layout(hexagon78(), { own: 0 }).yards) near(y.half, 1.72, 0.03);
});

test('numbered squares count from one and carry jumps; pieces wait beside them', () => {
  const board = snakes100(), scene = layout(board, { own: 2 });
  assert.equal(scene.ladders.length, 9);
  assert.equal(scene.snakes.length, 10);
  assert.equal(scene.yards.length, 4);
  assert.equal(scene.place(0, 1, 0).key, 'r0');
  assert.equal(scene.place(3, 100, 0).key, 'r99');
  assert.equal(scene.place(0, -1, 0).zone, 'base');
  assert.deepEqual(scene.tiles.filter((t) => t.finish).map((t) => t.number), [100]);
  assert.equal(homeAt(board, 0), 100);
});

test('squares may be numbered from any number', () => {
  const board = cross52(), from5 = { ...board, first: 5, starts: board.starts.map((n) => n + 5), turn_offs: board.turn_offs.map((n) => n + 5), safe: board.safe.map((n) => n + 5) };
  const [a, b] = [layout(board, { own: 1 }), layout(from5, { own: 1 })];
  assert.deepEqual(b.tiles, a.tiles);
  for (let p = -1; p <= 56; p++) assert.deepEqual(b.place(2, p, 0), a.place(2, p, 0));
});

test('turn-offs point into their lane', () => {
  const scene = layout(cross52(), { own: 0 }), off = scene.tiles.find((t) => t.key === 'r50');
  assert.equal(off?.arm, 0);
  assert.equal(Math.round(Number(off?.arrow)), -90);
});

test('a path names each square once, out of base only the start', () => {
  assert.deepEqual(steps(48, 52), [49, 50, 51, 52]);
  assert.deepEqual(steps(-1, 0), [0]);
  assert.deepEqual(steps(98, 78), [78]);
});

test('a slab of many arms turns a side to each and holds every square and yard', () => {
  const { box, slab, tiles, yards, centre } = layout(hexagon78(), { own: 0 });
  assert.equal(slab.match(/L/g)?.length, 6);
  assert.ok(box[2] > box[3]);
  for (const y of yards) assert.ok(Math.hypot(y.at.x - centre.x, y.at.y - centre.y) + y.half < box[2] / 2);
  for (const tile of tiles) assert.ok(Math.abs(tile.y - centre.y) < box[3] / 2 - 0.5);
});
