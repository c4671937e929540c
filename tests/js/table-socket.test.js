import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableSocket } from '../../static/js/table-socket.js';
import { FakeWorld } from './fixtures/world.js';

const ROLL = /** @type {const} */ ({ do: 'roll', ply: 7 });

/** @param {{after?: () => number|null}} [options] */
function start({ after = () => null } = {}) {
  const fake = new FakeWorld();
  /** @type {string[]} */
  const order = [];
  /** @type {string[][]} */
  const pending = [];
  const socket = new TableSocket({
    code: 'K7M2QX', after, url: (path) => path, renew: async () => {},
    onMessage: (message) => order.push(message.type), onConn: () => {}, onPending: (ids) => pending.push(ids),
  }, fake.world);
  return { fake, socket, order, pending };
}

test('it asks for what follows the last version applied', () => {
  let version = /** @type {number|null} */ (null);
  const { fake } = start({ after: () => version });
  assert.equal(fake.socket.url, '/api/v1/tables/K7M2QX/socket');
  assert.deepEqual(fake.socket.protocols, ['ludohall.v1']);
  fake.socket.says({ type: 'snapshot' });
  version = 41;
  fake.socket.breaks();
  fake.pass(400);
  assert.equal(fake.socket.url, '/api/v1/tables/K7M2QX/socket?after=41');
});

test('a command has an id of its own and its answer resolves it', async () => {
  const { fake, socket, order, pending } = start();
  fake.socket.says({ type: 'snapshot' });
  const answer = socket.send(ROLL);
  socket.send(ROLL);
  const [first, second] = fake.socket.commands;
  assert.match(first.id, /^[0-9a-f]{24}$/);
  assert.notEqual(first.id, second.id);
  assert.deepEqual({ ...first, id: '' }, { do: 'roll', id: '', ply: 7 });
  fake.socket.says({ type: 'answer', id: first.id, ok: true, version: 8 });
  assert.deepEqual(await answer, { type: 'answer', id: first.id, ok: true, version: 8 });
  assert.deepEqual(pending[pending.length - 1], [second.id]);
  assert.deepEqual(order, ['snapshot', 'answer']);
});

test('what was not answered goes again, under the same id, after the first message of the new line', async () => {
  const { fake, socket } = start();
  fake.socket.says({ type: 'snapshot' });
  const answer = socket.send(ROLL);
  const [sent] = fake.socket.commands;
  fake.socket.breaks();
  fake.pass(400);
  assert.deepEqual(fake.socket.commands, []);
  fake.socket.says({ type: 'resumed' });
  assert.deepEqual(fake.socket.commands, [sent]);
  fake.socket.breaks();
  fake.pass(400);
  fake.socket.says({ type: 'resumed' });
  assert.deepEqual(fake.socket.commands, [sent]);
  fake.socket.says({ type: 'answer', id: sent.id, ok: true, version: 9 });
  assert.equal((await answer).ok, true);
  fake.socket.breaks();
  fake.pass(400);
  fake.socket.says({ type: 'resumed' });
  assert.deepEqual(fake.socket.commands, []);
});

test('a command given while the line is down waits for it', () => {
  const { fake, socket } = start();
  fake.socket.says({ type: 'snapshot' });
  fake.socket.breaks();
  socket.send(ROLL);
  fake.pass(400);
  fake.socket.says({ type: 'resumed' });
  assert.equal(fake.socket.commands.length, 1);
});

test('a refusal that passes by itself is tried again and not shown', async () => {
  const { fake, socket, order } = start();
  fake.socket.says({ type: 'snapshot' });
  const answer = socket.send(ROLL);
  const [sent] = fake.socket.commands;
  fake.socket.says({ type: 'answer', id: sent.id, ok: false, code: 'busy', version: 8 });
  fake.pass(400);
  assert.deepEqual(fake.socket.commands, [sent, sent]);
  assert.deepEqual(order, ['snapshot']);
  fake.socket.says({ type: 'answer', id: sent.id, ok: false, code: 'stale', version: 8, ply: 8 });
  assert.equal((await answer).code, 'stale');
});

test('a store that stays away is given up in the end', async () => {
  const { fake, socket } = start();
  fake.socket.says({ type: 'snapshot' });
  const answer = socket.send(ROLL);
  const [sent] = fake.socket.commands;
  for (let round = 0; round < 16; round += 1) {
    fake.socket.says({ type: 'answer', id: sent.id, ok: false, code: 'unavailable', version: 8 });
    fake.pass(2_000);
  }
  assert.equal((await answer).code, 'unavailable');
});
