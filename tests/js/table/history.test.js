import assert from 'node:assert/strict';
import test from 'node:test';
import { initialState } from '../../../static/js/state/reducer.js';
import { historyOf, withHistory } from '../../../static/js/table/history.js';

const entry = (/** @type {number} */ version, /** @type {number} */ arm, /** @type {object} */ act) => ({ version, at: '', ply: version, arm, ...act });
const rolled = (/** @type {number} */ version, /** @type {number} */ arm, /** @type {number} */ n) => entry(version, arm, { kind: 'rolled', n: version, dice: [n], by: 'human' });
const moved = (/** @type {number} */ version, /** @type {number} */ arm, /** @type {number} */ from, /** @type {number} */ to) => entry(version, arm, { kind: 'moved', by: 'human', move: { kind: 'move', arm, piece: 0, uses: [to - from], from, to, captures: [] } });
/** As much of a record as is read. @type {any} */
const RECORD = { id: 'g', commitment: '', start: 0, start_rolls: [[0, 5], [2, 1]], started_at: '', arms: [0, 2], entries: [rolled(3, 0, 4), moved(4, 0, 5, 9), rolled(5, 2, 6), moved(6, 2, 1, 7), entry(7, 0, { kind: 'undone', to_version: 4, n: 1 }), rolled(8, 2, 2)] };

test('a reload knows the last dice and the last move again, less what was taken back', () => {
  const { log, lastDice, lastMove } = historyOf(RECORD);
  assert.deepEqual(log.map((l) => l.version), [2, 3, 4, 8]);
  assert.equal(log[0].event.kind, 'started');
  assert.deepEqual(lastDice, { 0: [4], 2: [2] });
  assert.deepEqual(lastMove, { arm: 0, piece: 0, from: 5, via: null, to: 9 });
});

test('what the page has seen itself stands; only what came before is added', () => {
  /** @type {import('../../../static/js/state/reducer.js').LogLine} */
  const live = { version: 8, i: 0, at: '', event: { kind: 'rolled', arm: 2, dice: [2] }, undone: false };
  /** @type {import('../../../static/js/state/reducer.js').TableState} */
  const state = { ...initialState('K7M2QX'), version: 9, log: [live], lastDice: { 2: [5] } }, filled = withHistory(state, historyOf(RECORD));
  assert.deepEqual(filled.log.map((l) => l.version), [2, 3, 4, 8]);
  assert.equal(filled.log[3], live);
  assert.deepEqual(filled.lastDice, { 0: [4], 2: [5] });
  assert.equal(filled.lastMove, null);
  assert.equal(withHistory(state, null), state);
});

test('a record that was fetched late adds nothing that the page has not reached', () => {
  const state = { ...initialState('K7M2QX'), version: 4 };
  assert.deepEqual(withHistory(state, historyOf(RECORD)).log.map((l) => l.version), [2, 3, 4]);
});
