import assert from 'node:assert/strict';
import test from 'node:test';
import { createAsking } from '../../../static/js/table/asking.js';
import { barredPieces, forcedWords, whyWords } from '../../../static/js/table/why.js';

/** @param {object} [more] @returns {any} a table as its own person, of arm 0, sees it */
function seen(more = {}) {
  const { table = {}, position = {}, ...rest } = /** @type {any} */ (more);
  const seats = [0, 1, 2, 3].map((arm) => ({ arm, player: { id: `p${arm}`, name: ['Ana', 'Bo', 'Cem', 'Dia'][arm], guest: true } }));
  return { table: { seats, ply: 3, ...table }, position: { pieces: [[10, 10, 30, -1]], dice: [4, 4], bonus: [], ...position }, mine: [0], acting: 0, hand: 0, dice: 2, legal: [], ...rest };
}
/** @param {number} piece @param {number[]} uses @param {object} [of] */
const step = (piece, uses, of = {}) => ({ kind: 'move', arm: 0, piece, uses, from: 10, to: 14, captures: [], ...of });

test('a duty is said in words before anything is chosen', () => {
  const words = (/** @type {string} */ forced, /** @type {object[]} */ legal, more = {}) => forcedWords(seen({ table: { forced }, legal, ...more }));
  assert.equal(words('enter', [step(3, [5], { kind: 'enter' })]), 'A five must bring a piece out.');
  assert.equal(words('enter', [step(3, [2, 3], { kind: 'enter' })]), '2 and 3 make 5: a piece must come out.');
  assert.equal(words('break', [step(0, [4])]), 'A double must break the block.');
  assert.equal(words('break', [step(0, [6])], { dice: 1 }), 'A six must break a block.');
  assert.equal(words('bonus', [step(0, [20])], { position: { dice: [3], bonus: [20] } }), 'The bonus comes before the 3.');
  assert.equal(forcedWords(seen({ legal: [step(0, [4])] })), '');
  assert.equal(words('break', []), '', 'who looks on is not obliged');
});

test('the pieces that cannot move are those without a legal move', () => {
  assert.deepEqual(barredPieces(seen({ legal: [step(0, [4]), { kind: 'decline' }] })), [1, 2, 3]);
  assert.deepEqual(barredPieces(seen()), []);
});

test('a piece that cannot move says why, once where both dice have the same reason', () => {
  const ways = [
    { arm: 0, piece: 2, uses: [3], reason: 'past_end', by: 1 }, { arm: 0, piece: 2, uses: [5], reason: 'block_ahead', at: 33, of: 1 },
    { arm: 0, piece: 3, uses: [3], reason: 'needs_face', faces: [5], sum: 5 }, { arm: 0, piece: 3, uses: [4], reason: 'needs_face', faces: [5], sum: 5 },
    { arm: 0, piece: 1, uses: [3], move: {} },
  ];
  const why = /** @type {any} */ ({ ply: 3, forced: null, pieces: ways });
  const answers = whyWords(seen(), why, [1, 2, 3]);
  assert.deepEqual(answers.map((a) => a.text), [
    'Piece 3: with 3: it would go 1 square past home. Only the exact number counts. With 5: a block of Bo bars its way.',
    'Piece 4: it waits in base, only 5 or a sum of 5 brings it out.',
  ]);
  assert.deepEqual(answers.map((a) => a.spots), [[{ arm: 0, piece: 2, at: 33 }], []]);
});

test('an own block, a duty and a reason nobody has words for are said too', () => {
  const why = (/** @type {object} */ of) => /** @type {any} */ ({ ply: 3, forced: 'enter', pieces: [{ arm: 0, piece: 0, uses: [3], ...of }, { arm: 0, piece: 3, uses: [5], move: {} }] });
  const said = (/** @type {object} */ of) => whyWords(seen(), why(of), [0])[0].text;
  assert.equal(said({ reason: 'block_ahead', at: 12, of: 0 }), 'Piece 1: your own block bars its way.');
  assert.equal(said({ reason: 'duty', duty: 'enter' }), 'Piece 1: a five must bring a piece out.');
  assert.equal(said({ reason: 'never_heard_of' }), 'Piece 1: the rules do not let it move now.');
});

test('an answer to an earlier decision is not shown, and one is asked for once', async () => {
  let asks = 0;
  const answer = async () => ({ ply: 3 + asks++, forced: null, pieces: [] });
  const asking = createAsking(answer, () => undefined);
  await asking.ask(3, [1]);
  await asking.ask(3, [2]);
  assert.equal(asks, 1);
  assert.deepEqual(asking.about(3)?.pieces, [2]);
  assert.equal(asking.about(4), null);
  await asking.ask(9, [1]);
  assert.equal(asking.about(9), null);
});
