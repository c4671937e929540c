import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawn, initialState, reduce } from '../../static/js/state/reducer.js';

/** @import {Event, Move, Position, ServerMessage, Table, You} from '../../static/js/protocol.js' */
/** @import {TableState} from '../../static/js/state/reducer.js' */

/**
 * What tables of the hall told, entry by entry, with the snapshot that a newcomer would get here and there.
 * @type {{name: string, first: Extract<ServerMessage, {type: 'snapshot'}>, steps: {event: Extract<ServerMessage, {type: 'event'}>, connected: [number, boolean][], you?: You, table?: Table}[]}[]}
 */
const games = JSON.parse(readFileSync(new URL('data/games.json', import.meta.url), 'utf8'));
const [solo] = games;

const plain = (/** @type {Table|null} */ table) => table && JSON.parse(JSON.stringify(drawn(table)));
const open = (/** @type {ServerMessage} */ first) => reduce(initialState('K7M2QX'), first, 0);

/** @param {TableState} state @param {typeof games[number]['steps'][number]} step */
function follow(state, step) {
  let next = reduce(state, step.event, 5_000);
  for (const [arm, connected] of step.connected) next = reduce(next, { type: 'presence', arm, connected, watchers: 0 }, 0);
  return step.you ? reduce(next, { type: 'you', you: step.you }, 0) : next;
}

for (const game of games) {
  test(`events lead to what a snapshot shows: ${game.name}`, () => {
    let state = open(game.first);
    let compared = 0;
    for (const step of game.steps) {
      state = follow(state, step);
      assert.equal(state.stale, false);
      assert.equal(state.version, step.event.version);
      if (!step.table) continue;
      compared += 1;
      assert.deepEqual(plain(state.table), plain(step.table), `version ${state.version}`);
    }
    assert.ok(compared > 2);
  });
}

test('a block that had to open is not asked for again in the next roll', () => {
  const pairs = games[3];
  const state = open(pairs.first);
  const begun = pairs.steps.slice(0, 4).reduce(follow, state);
  const table = /** @type {Table} */ (begun.table);
  const position = { .../** @type {Position} */ (table.position), duty: /** @type {[number, number][][]} */ ([[[0, 0], [0, 1]]]) };
  const next = follow({ ...begun, table: { ...table, position } }, pairs.steps[4]);
  assert.deepEqual(next.table?.position?.duty, []);
});

test('the faces below a double are dice too, in the position and in the tray', () => {
  const state = open(solo.first), start = solo.steps.slice(0, 2).reduce(follow, state);
  const arm = start.table?.position?.turn ?? 0, version = start.version + 1;
  const told = /** @type {any} */ ({ type: 'event', version, at: '', events: [{ kind: 'rolled', arm, dice: [3, 3], n: 9, by: 'human' }, { kind: 'bottoms', arm, dice: [4, 4] }] });
  const cleared = /** @type {any} */ ({ ...start, table: { ...start.table, position: { ...start.table?.position, dice: [] } } });
  const next = reduce(cleared, told, 0);
  assert.deepEqual(next.table?.position?.dice, [3, 3, 4, 4]);
  assert.deepEqual(next.lastDice[arm], [3, 3, 4, 4]);
});

test('the same messages give the same state, and the old state is untouched', () => {
  const before = open(solo.first);
  const print = JSON.stringify(before);
  const once = reduce(before, solo.steps[0].event, 7);
  assert.deepEqual(once, reduce(before, solo.steps[0].event, 7));
  assert.equal(JSON.stringify(before), print);
});

test('an event that was applied already changes nothing', () => {
  const state = follow(open(solo.first), solo.steps[0]);
  assert.equal(reduce(state, solo.steps[0].event, 9), state);
});

test('a gap makes the state stale until a snapshot, and nothing is applied over it', () => {
  const gap = reduce(open(solo.first), solo.steps[1].event, 0);
  assert.equal(gap.stale, true);
  assert.equal(reduce(gap, solo.steps[0].event, 0), gap);
  const healed = reduce(gap, { ...solo.first, version: 9 }, 0);
  assert.equal(healed.stale, false);
  assert.equal(healed.version, 9);
});

test('events before any snapshot make it stale', () => {
  assert.equal(reduce(initialState('K7M2QX'), solo.steps[0].event, 0).stale, true);
});

test('after an undo the position is the earlier one and the log says what was taken back', () => {
  const at = solo.steps.findIndex((step) => step.event.events.some(({ kind }) => kind === 'undone'));
  const state = solo.steps.slice(0, at + 1).reduce(follow, open(solo.first));
  const undone = /** @type {Extract<Event, {kind: 'undone'}>} */ (solo.steps[at].event.events.find(({ kind }) => kind === 'undone'));
  assert.deepEqual(state.table?.position?.pieces, undone.position.pieces);
  const taken = state.log.filter((line) => line.undone).map((line) => line.version);
  assert.ok(taken.length > 0 && taken.every((version) => version > undone.to_version));
  assert.ok(state.log.filter((line) => line.version === state.version).every((line) => !line.undone));
});

test('an undo that reaches behind what was seen asks for a snapshot', () => {
  const at = solo.steps.findIndex((step) => step.event.events.some(({ kind }) => kind === 'undone'));
  const seen = solo.steps.slice(0, at).reduce(follow, open(solo.first));
  const joined = reduce(initialState('K7M2QX'), { type: 'snapshot', version: seen.version, you: /** @type {You} */ (seen.you), table: /** @type {Table} */ (seen.table) }, 0);
  assert.equal(follow(joined, solo.steps[at]).stale, true);
});

test('time left is counted from when the message came', () => {
  const luddo = games[1];
  const at = luddo.steps.findIndex((step) => step.event.events.some((event) => event.kind === 'turn' && event.deadline_ms));
  const before = luddo.steps.slice(0, at).reduce(follow, open(luddo.first));
  const state = reduce(before, luddo.steps[at].event, 1_000_000);
  assert.equal(state.deadlineAt, 1_000_000 + Number(state.table?.deadline_ms));
  assert.equal(state.deadlineTotal, 30_000);
});

test('a resumed line keeps the table and takes presence, time and talk', () => {
  const state = open(solo.first);
  const seats = (state.table?.seats ?? []).map((seat) => ({ ...seat, connected: false }));
  const next = reduce(state, { type: 'resumed', version: 99, you: /** @type {You} */ (state.you), seats, deadline_ms: 500, chat: [] }, 1_000);
  assert.equal(next.version, state.version);
  assert.ok(next.table?.seats.every(({ connected }) => !connected));
  assert.equal(next.deadlineAt, 1_500);
  assert.equal(reduce(initialState('K7M2QX'), { type: 'resumed', version: 1, you: /** @type {You} */ (state.you), seats, deadline_ms: null, chat: [] }, 0).stale, true);
});

test('a second game starts without anything of the first', () => {
  const snakes = games[2];
  const at = snakes.steps.findIndex((step) => step.event.events.some(({ kind }) => kind === 'rematch'));
  const state = snakes.steps.slice(0, at + 1).reduce(follow, open(snakes.first));
  assert.deepEqual([state.table?.phase, state.secret, state.lastMove, state.lastDice], ['waiting', null, null, {}]);
  assert.deepEqual(state.table?.game.places, []);
});

test('a refusal is kept until something happens', () => {
  const refused = reduce(open(solo.first), { type: 'answer', id: 'a', ok: false, code: 'stale', version: 1, ply: 1 }, 0);
  assert.deepEqual(refused.refused, { id: 'a', code: 'stale' });
  assert.equal(follow(refused, solo.steps[0]).refused, null);
});

test('what is said is kept, and not without end', () => {
  let state = open(solo.first);
  for (let i = 0; i < 80; i += 1) state = reduce(state, { type: 'said', from: { id: 'p', name: 'Ana', guest: true }, text: `${i}` }, 0);
  assert.equal(state.table?.chat.length, 50);
  assert.equal(state.table?.chat[49].text, '79');
});

test('who has left is not shown as connected', () => {
  const luddo = games[1];
  const state = luddo.steps.reduce(follow, open(luddo.first));
  const left = state.table?.seats.find((seat) => seat.left);
  assert.ok(left && !left.connected);
});

test('after a reload the kept log is there again, and only where none is yet', () => {
  const before = solo.steps.slice(0, 30).reduce(follow, open(solo.first));
  const fresh = reduce(initialState('K7M2QX'), { type: 'snapshot', version: before.version, you: /** @type {You} */ (before.you), table: /** @type {Table} */ (before.table) }, 0);
  const later = [...before.log, { version: before.version + 1, i: 0, at: '', event: /** @type {const} */ ({ kind: 'paused' }), undone: false }];
  const restored = reduce(fresh, { type: 'log', lines: later }, 0);
  assert.deepEqual(restored.log, before.log);
  assert.deepEqual(restored.lastDice, before.lastDice);
  assert.equal(reduce(restored, { type: 'log', lines: [] }, 0), restored);
});
