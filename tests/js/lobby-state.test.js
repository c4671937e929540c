import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyLobby, reduceLobby, shownTables } from '../../static/js/state/lobby.js';

/** @import {Listing} from '../../static/js/protocol.js' */

/** @param {string} code @param {Partial<Listing>} [fields] @returns {Listing} */
const listing = (code, fields = {}) => ({
  code, title: '', ruleset: 'ludo', family: 'ludo', options: {}, seats: [], phase: 'waiting', clock: 'house', rated: false, watchable: true, language: '', watchers: 0, created_at: '2026-01-01T00:00:00Z', ...fields,
});
const codes = (/** @type {Listing[]} */ tables) => tables.map(({ code }) => code);

test('a snapshot replaces everything, also after a reconnect', () => {
  let state = reduceLobby(emptyLobby(), { type: 'snapshot', tables: [listing('AAAAAA'), listing('BBBBBB')], total: 2, online: 5 });
  state = reduceLobby(state, { type: 'snapshot', tables: [listing('CCCCCC')], total: 1, online: 6 });
  assert.deepEqual(codes(shownTables(state, '')), ['CCCCCC']);
  assert.equal(state.online, 6);
});

test('tables come, change and go by their code', () => {
  let state = reduceLobby(emptyLobby(), { type: 'snapshot', tables: [listing('AAAAAA')], total: 1, online: 1 });
  state = reduceLobby(state, { type: 'upsert', table: listing('BBBBBB', { created_at: '2026-01-02T00:00:00Z' }) });
  state = reduceLobby(state, { type: 'upsert', table: listing('AAAAAA', { title: 'Sunday' }) });
  assert.deepEqual(shownTables(state, '').map(({ code, title }) => [code, title]), [['BBBBBB', ''], ['AAAAAA', 'Sunday']]);
  assert.deepEqual(codes(shownTables(reduceLobby(state, { type: 'remove', code: 'BBBBBB' }), '')), ['AAAAAA']);
});

test('tables one can join stand first, closed ones nowhere, the filter holds', () => {
  const tables = [listing('AAAAAA', { phase: 'playing' }), listing('BBBBBB'), listing('CCCCCC', { phase: 'closed' }), listing('DDDDDD', { ruleset: 'snakes' })];
  const state = reduceLobby(emptyLobby(), { type: 'snapshot', tables, total: 4, online: 1 });
  assert.deepEqual(codes(shownTables(state, '')), ['BBBBBB', 'DDDDDD', 'AAAAAA']);
  assert.deepEqual(codes(shownTables(state, 'snakes')), ['DDDDDD']);
});

test('the list has an end', () => {
  let state = emptyLobby();
  for (let i = 0; i < 1_000; i += 1) state = reduceLobby(state, { type: 'upsert', table: listing(String(i).padStart(6, '0')) });
  assert.ok(state.tables.size <= 300);
  assert.ok(state.tables.has('000999'));
});
