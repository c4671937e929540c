import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardsFor, changesBetween, draftFor, draftOf, draftSpec, lengthOf, party, shorterForms, withChange } from '../../static/js/state/draft.js';

/** @type {any} */
const LUDDO = {
  id: 'luddo', family: 'luddo', seats: { min: 2, max: 6 }, clock: 'brisk',
  flags: [{ name: 'again.home', type: 'bool', default: true, values: [false, true], private_only: true }, { name: 'pieces.out', type: 'int', default: 0, values: [0, 1], private_only: false }],
  boards: [{ id: 'c52', starts: [0, 13, 26, 39] }, { id: 'h78', starts: [0, 13, 26, 39, 52, 65] }],
};
/** @type {any} */
const SNAKES = { id: 'snakes', family: 'snakes', seats: { min: 2, max: 4 }, clock: 'brisk', flags: [], boards: [{ id: 's100', starts: [], jumps: [] }] };

test('only what differs from the preset is sent', () => {
  const draft = withChange(draftFor(LUDDO), { options: { 'pieces.out': 0, 'again.home': true } });
  assert.deepEqual(draftSpec(draft, 'en').options, {});
  assert.deepEqual(withChange(draft, { options: { 'pieces.out': 1 } }).options, { 'pieces.out': 1 });
});

test('a private rule is for tables that are not listed', () => {
  const open = withChange(draftFor(LUDDO), { listed: false });
  const changed = withChange(open, { options: { 'again.home': false } });
  assert.deepEqual(changed.options, { 'again.home': false });
  assert.deepEqual(withChange(changed, { listed: true }).options, {});
});

test('a board that has become too small is let go', () => {
  const four = withChange(draftFor(LUDDO), { board: 'c52' });
  assert.equal(four.board, 'c52');
  assert.equal(withChange(four, { seats: 5 }).board, '');
  assert.deepEqual(boardsFor(LUDDO, 6).map(({ id }) => id), ['h78']);
  assert.deepEqual(boardsFor(SNAKES, 4).map(({ id }) => id), ['s100']);
});

test('another game keeps what is not a rule', () => {
  const draft = withChange(draftFor(LUDDO), { title: 'Sunday', listed: false, seats: 6, options: { 'pieces.out': 1 } });
  const next = draftFor(SNAKES, draft);
  assert.deepEqual([next.title, next.listed, next.seats, next.options, next.ruleset.id], ['Sunday', false, 4, {}, 'snakes']);
});

test('a party table has thirty seconds, a code and bots', () => {
  const { clock, listed, fill_with_bots } = party(draftFor(LUDDO));
  assert.deepEqual([clock, listed, fill_with_bots], ['party', false, true]);
});

/** As much of a table as its settings are. @type {any} */
const TABLE = { seats: [{}, {}, {}, {}], board: 'c52', options: { 'pieces.out': 1 }, title: 'Sunday', listed: false, fill_with_bots: true, bot_level: 'hard', clock: { decision_ms: 9_000, on_expiry: 'play_once', misses: 3, away_ms: 45_000 }, chat_policy: 'text', start_by: 'random', watchable: true, late_join: true };

test('of a table that stands only what was changed is asked for', () => {
  const before = draftOf(LUDDO, TABLE);
  assert.deepEqual(changesBetween(before, before), {});
  assert.deepEqual(changesBetween(before, withChange(before, { title: ' Monday ', chat: 'off' })), { title: 'Monday', chat: 'off' });
  assert.deepEqual(changesBetween(before, withChange(before, { clock: 'brisk' })), { clock: 'brisk' });
  assert.deepEqual(changesBetween(before, withChange(before, { options: {} })), { options: {} });
});

test('a board is asked for by its name, also the usual one', () => {
  const before = draftOf(LUDDO, { ...TABLE, board: 'h78' });
  assert.equal(before.board, 'h78');
  assert.deepEqual(changesBetween(before, withChange(before, { board: '' })), { board: 'c52' });
  assert.deepEqual(changesBetween(draftOf(LUDDO, TABLE), withChange(draftOf(LUDDO, TABLE), { seats: 6 })), { seats: 6, board: 'h78' });
});

test('so many rolls take about so many minutes, in round numbers', () => {
  assert.deepEqual(lengthOf(1391), { rolls: 1390, minutes: 95, long: true });
  assert.deepEqual(lengthOf(62), { rolls: 60, minutes: 4, long: false });
  assert.deepEqual(lengthOf(9), { rolls: 9, minutes: 1, long: false });
});

test('shorter forms are those that the game has and the table has not', () => {
  const flags = [...LUDDO.flags, { name: 'pieces.to_win', type: 'int', default: 4, values: [2, 4], private_only: false }];
  const draft = draftFor({ ...LUDDO, flags });
  assert.deepEqual(shorterForms(draft), [{ flag: 'pieces.to_win', value: 2 }, { flag: 'pieces.out', value: 1 }]);
  assert.deepEqual(shorterForms(withChange(draft, { options: { 'pieces.to_win': 2 } })), [{ flag: 'pieces.out', value: 1 }]);
  assert.deepEqual(shorterForms(draftFor(SNAKES)), []);
});
