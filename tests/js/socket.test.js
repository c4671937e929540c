import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_MS, backoff } from '../../static/js/backoff.js';
import { Line } from '../../static/js/socket.js';
import { FakeWorld } from './fixtures/world.js';

/** @import {Conn} from '../../static/js/state/reducer.js' */
/** @import {LineOptions} from '../../static/js/socket.js' */

const PING = (/** @type {number} */ t) => JSON.stringify({ do: 'ping', t });

/** @param {Partial<LineOptions>} [options] */
function start(options = {}) {
  const fake = new FakeWorld();
  /** @type {Conn[]} */
  const told = [];
  /** @type {any[]} */
  const heard = [];
  const line = new Line({ url: () => 'ws://hall/line', ping: PING, onMessage: (message) => heard.push(message), onConn: (conn) => told.push(conn), ...options }, fake.world);
  return { fake, line, told, heard, last: () => told[told.length - 1] };
}

test('waits double, are capped and jittered', () => {
  const least = Array.from({ length: 10 }, (_, attempt) => backoff(attempt, () => 0));
  const most = Array.from({ length: 10 }, (_, attempt) => backoff(attempt, () => 1));
  assert.deepEqual(least.slice(0, 4), [200, 400, 800, 1600]);
  assert.deepEqual(most.slice(0, 4), [400, 800, 1600, 3200]);
  assert.equal(most[9], LONGEST_MS);
  assert.equal(backoff(1_000, () => 1), LONGEST_MS);
});

test('a line is open with its first message, not before', () => {
  const { fake, told, last, heard } = start();
  assert.equal(told.length, 0);
  fake.socket.says({ type: 'snapshot' });
  assert.equal(last().status, 'open');
  assert.deepEqual(heard, [{ type: 'snapshot' }]);
});

// D02.
test('it comes back for ever, and says when it tries again', () => {
  const { fake, last } = start();
  fake.socket.says({ type: 'snapshot' });
  for (let round = 0; round < 40; round += 1) {
    fake.socket.breaks();
    assert.equal(last().status, 'lost');
    const wait = (last().retryAt ?? 0) - fake.time;
    assert.ok(wait > 0 && wait <= LONGEST_MS);
    const before = fake.sockets.length;
    fake.pass(wait);
    assert.equal(fake.sockets.length, before + 1);
  }
  fake.socket.says({ type: 'snapshot' });
  assert.equal(last().status, 'back');
  fake.pass(3_000);
  assert.equal(last().status, 'open');
});

test('after it was open the waits begin small again', () => {
  const { fake, last } = start();
  for (let round = 0; round < 8; round += 1) { fake.socket.breaks(); fake.pass(LONGEST_MS); }
  fake.socket.says({ type: 'snapshot' });
  fake.socket.breaks();
  assert.ok((last().retryAt ?? 0) - fake.time <= 400);
});

// D02.
test('a page that returns to the foreground tries at once', () => {
  const { fake } = start();
  for (let round = 0; round < 8; round += 1) { fake.socket.breaks(); fake.pass(LONGEST_MS); }
  fake.socket.breaks();
  const before = fake.sockets.length;
  fake.wake?.();
  assert.equal(fake.sockets.length, before + 1);
});

// D02, C11.
test('a line that looks open after a sleep but is dead is noticed', () => {
  const { fake, last } = start();
  fake.socket.says({ type: 'snapshot' });
  const slept = fake.socket;
  fake.time += 3_600_000;
  fake.wake?.();
  assert.equal(JSON.parse(slept.sent[0]).do, 'ping');
  fake.pass(6_000);
  assert.equal(slept.closed, true);
  assert.equal(last().status, 'lost');
  fake.pass(500);
  assert.notEqual(fake.socket, slept);
});

test('a line that answers its pings lives on', () => {
  const { fake, last } = start();
  fake.socket.says({ type: 'snapshot' });
  const { socket } = fake;
  for (let round = 0; round < 20; round += 1) {
    fake.pass(15_000);
    socket.says({ type: 'pong', t: JSON.parse(socket.sent[round]).t, server_time_ms: 1 });
  }
  assert.equal(fake.sockets.length, 1);
  assert.equal(last().status, 'open');
});

test('a connection that never comes up is given up', () => {
  const { fake, last } = start();
  fake.pass(10_000);
  assert.equal(fake.sockets[0].closed, true);
  assert.equal(last().status, 'lost');
});

test('a hall that restarts is waited for as it asked', () => {
  const { fake, last } = start();
  fake.socket.says({ type: 'snapshot' });
  fake.socket.says({ type: 'bye', code: 1012, retry_ms: 2_000 });
  fake.socket.breaks(1012);
  assert.equal(last().status, 'restart');
  assert.equal((last().retryAt ?? 0) - fake.time, 2_500);
  fake.pass(2_500);
  fake.socket.breaks();
  assert.equal(last().status, 'restart');
  fake.pass(1_000);
  fake.socket.says({ type: 'snapshot' });
  assert.equal(last().status, 'back');
});

for (const code of [4403, 4404, 4410]) {
  test(`bye ${code} is final`, () => {
    const { fake, last } = start();
    fake.socket.says({ type: 'bye', code, retry_ms: null });
    fake.socket.breaks(code);
    assert.deepEqual([last().status, last().code], ['final', code]);
    fake.pass(3_600_000);
    fake.wake?.();
    assert.equal(fake.sockets.length, 1);
  });
}

test('a session that is gone is renewed, and only twice', async () => {
  let renewed = 0;
  const { fake, last } = start({ renew: async () => { renewed += 1; } });
  for (let round = 0; round < 3; round += 1) {
    fake.socket.says({ type: 'bye', code: 4401, retry_ms: null });
    fake.socket.breaks(4401);
    await Promise.resolve();
    await Promise.resolve();
    fake.pass(1_000);
  }
  assert.equal(renewed, 2);
  assert.deepEqual([last().status, last().code], ['final', 4401]);
});

test('a wanted reconnect is quiet while it is quick', () => {
  const { fake, line, told, last } = start();
  fake.socket.says({ type: 'snapshot' });
  const before = told.length;
  line.refresh();
  assert.equal(fake.sockets[0].closed, true);
  fake.socket.says({ type: 'snapshot' });
  assert.ok(told.slice(before).every(({ status }) => status === 'open'));
  line.refresh();
  fake.pass(1_500);
  assert.equal(last().status, 'lost');
});

test('nothing of an old socket is heard', () => {
  const { fake, line, heard } = start();
  const [old] = fake.sockets;
  const { onmessage } = old;
  line.refresh();
  onmessage?.({ data: '{"type":"event"}' });
  assert.equal(heard.length, 0);
});

test('a closed line is silent for ever', () => {
  const { fake, line, told } = start();
  fake.socket.says({ type: 'snapshot' });
  const before = told.length;
  line.close();
  fake.pass(3_600_000);
  assert.equal(fake.wake, null);
  assert.equal(told.length, before);
  assert.equal(fake.sockets.length, 1);
  assert.equal(fake.timers.length, 0);
});

test('a line without pings connects anew after a long silence', () => {
  const { fake } = start({ ping: null });
  fake.socket.says({ type: 'snapshot' });
  fake.wake?.();
  assert.equal(fake.sockets.length, 1);
  fake.time += 60_000;
  fake.wake?.();
  assert.equal(fake.sockets.length, 2);
});
