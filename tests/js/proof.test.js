import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, diceOf, starterOf } from '../../static/js/proof.js';
import { fromHex, hmacOwn, hmacWith, sha256, sha256Own, toHex } from '../../static/js/sha256.js';

const utf8 = (/** @type {string} */ text) => /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(text));
const SECRET = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
const GAME = '01900000-0000-7000-8000-000000000001';
const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';

test('SHA-256 gives the vectors of FIPS 180-4', () => {
  assert.equal(toHex(sha256Own(utf8(''))), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(toHex(sha256Own(utf8('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(toHex(sha256Own(utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))), '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
  assert.equal(toHex(sha256Own(utf8('a'.repeat(1_000_000)))), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

test('HMAC gives the vectors of RFC 4231', () => {
  const key = /** @type {Uint8Array} */ (fromHex('0b'.repeat(20)));
  assert.equal(toHex(hmacOwn(key, utf8('Hi There'))), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7');
  assert.equal(toHex(hmacOwn(utf8('Jefe'), utf8('what do ya want for nothing?'))), '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  const long = /** @type {Uint8Array} */ (fromHex('aa'.repeat(131)));
  assert.equal(toHex(hmacOwn(long, utf8('Test Using Larger Than Block-Size Key - Hash Key First'))), '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
});

test('the own hash and the browser’s agree at every length around a block', async () => {
  for (let length = 0; length < 140; length += 1) {
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255));
    assert.deepEqual(sha256Own(bytes), await sha256(bytes));
    if (length > 0) assert.deepEqual(hmacOwn(bytes, utf8('m')), await (await hmacWith(bytes))(utf8('m')));
  }
});

test('the dice are those of the protocol, without and with contributions', async () => {
  assert.deepEqual(await faces({}), [3, 4, 5, 4, 1, 2, 6, 2, 1, 1, 6, 5]);
  assert.deepEqual(await faces({ 0: '00ff', 2: 'abcd' }), [3, 5, 5, 1, 6, 6, 3, 4, 1, 5, 1, 2]);
  assert.deepEqual(await faces({ 10: 'abcd', 2: '00FF' }), [3, 5, 5, 1, 6, 6, 3, 4, 1, 5, 1, 2]);
});

test('a right record passes', async () => {
  const proof = await check(record());
  assert.ok(proof);
  assert.deepEqual([proof.sealed, proof.counted, proof.started, proof.moves], [true, true, true, 1]);
  assert.deepEqual(proof.dice.map(({ n, ok }) => [n, ok]), [[1, true], [2, true], [3, true], [4, true], [5, true], [4, true]]);
  assert.deepEqual(proof.dice.map(({ undone }) => undone), [false, false, false, true, true, false]);
});

test('a die that was changed is found, and only that one', async () => {
  const changed = record();
  changed.entries[0] = { ...changed.entries[0], dice: [6] };
  const proof = await check(changed);
  assert.deepEqual(proof?.dice.filter(({ ok }) => !ok).map(({ n, shown, expected }) => [n, shown, expected]), [[3, 6, 5]]);
});

test('another secret breaks the seal', async () => {
  const proof = await check({ ...record(), secret: 'ff'.repeat(32) });
  assert.equal(proof?.sealed, false);
});

test('a die that was left out leaves a gap', async () => {
  const cut = record();
  cut.entries.splice(0, 1);
  assert.equal((await check(cut))?.counted, false);
});

test('before the end, and with a damaged secret, nothing is claimed', async () => {
  assert.equal(await check({ ...record(), secret: undefined }), null);
  assert.equal(await check({ ...record(), secret: 'abc' }), null);
});

test('the beginner is the highest roll, ties again', () => {
  assert.equal(starterOf([0, 1, 2], [[0, 5], [1, 2], [2, 5], [0, 1], [2, 3]]), 2);
  assert.equal(starterOf([0, 1, 2], [[0, 5], [1, 2], [2, 5]]), null);
  assert.equal(starterOf([0, 1], [[0, 5], [1, 2], [0, 1]]), null);
  assert.equal(starterOf([0, 2], [[2, 2]]), 2);
  assert.equal(starterOf([0, 2], [[0, 2]]), null);
  assert.equal(starterOf([1, 3], []), 1);
});

/** @param {{[arm: string]: string}} entropy */
async function faces(entropy) {
  const dice = await diceOf(SECRET, GAME, entropy);
  return Promise.all(Array.from({ length: 12 }, (_, i) => dice?.(i + 1, 6)));
}

/** The dice of the vector: 3 and 4 for the start, then 5, 4 and 1, of which the last two are taken back. @returns {any} */
function record() {
  const entry = { at: '2026-01-01T00:00:00Z', ply: 1, arm: 2, by: 'human' };
  return {
    id: GAME, table: 'K7M2QX', ruleset: 'ludo', options: {}, board: 'c52', arms: [0, 2], start: 2, start_rolls: [[0, 3], [2, 4]], seats: [],
    commitment: COMMITMENT, secret: SECRET, entropy: {}, places: [], started_at: entry.at, finished_at: entry.at,
    entries: [
      { ...entry, version: 3, kind: 'rolled', n: 3, dice: [5] },
      { ...entry, version: 4, kind: 'rolled', n: 4, dice: [4, 1] },
      { ...entry, version: 5, kind: 'moved', move: { kind: 'move', arm: 2, piece: 0, uses: [4], from: 0, to: 4, captures: [] } },
      { ...entry, version: 6, kind: 'undone', to_version: 3, n: 3 },
      { ...entry, version: 7, kind: 'rolled', n: 4, dice: [4] },
    ],
  };
}
