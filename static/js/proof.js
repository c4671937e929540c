/**
 * Checks the dice of a finished game from its record alone: the seal, and each die. Which moves were legal is not
 * judged here; `ludohall verify` does that.
 *
 * @import {Record as GameRecord} from './protocol.js'
 */
import { fromHex, hmacWith, sha256, toHex } from './sha256.js';

/** @typedef {{n: number, arm: number, shown: number, expected: number, faces: number, ok: boolean, start: boolean, undone: boolean}} CheckedDie */
/**
 * @typedef {object} Proof
 * @property {boolean} sealed Whether the secret is the one that was committed to.
 * @property {CheckedDie[]} dice In the order they were rolled, those taken back included.
 * @property {boolean} counted Whether the dice are numbered without a gap.
 * @property {boolean} started Whether the start rolls make the arm that began.
 * @property {number} moves How many moves the record lists.
 */

const utf8 = new TextEncoder();

/** The dice of a game: the face of the n-th die. @typedef {(n: number, faces: number) => Promise<number>} Dice */

/**
 * @param {string} secret hex @param {string} game its id @param {{[arm: string]: string}} entropy hex contributions by arm
 * @returns {Promise<Dice|null>} `null` where the secret is no 32 bytes of hex
 */
export async function diceOf(secret, game, entropy) {
  const key = fromHex(secret);
  if (!key || key.length !== 32) return null;
  const sign = await hmacWith(key);
  const mixed = await mix(entropy);
  return async (n, faces) => {
    for (let attempt = 0; ; attempt += 1) {
      const [x] = await sign(/** @type {Uint8Array<ArrayBuffer>} */ (utf8.encode(`${game}:${mixed}:${n}:${attempt}`)));
      if (x < 256 - (256 % faces)) return (x % faces) + 1;
    }
  };
}

/** What people contributed, in arm order, as one hash. @param {{[arm: string]: string}} entropy */
async function mix(entropy) {
  const parts = Object.entries(entropy).sort(([a], [b]) => Number(a) - Number(b)).map(([, hex]) => hex.toLowerCase());
  return parts.length === 0 ? '' : toHex(await sha256(/** @type {Uint8Array<ArrayBuffer>} */ (utf8.encode(parts.join(',')))));
}

/**
 * @param {GameRecord} record of a game that is over
 * @returns {Promise<Proof|null>} `null` where the record holds no secret yet, or none that can be read
 */
export async function check(record) {
  const dice = record.secret ? await diceOf(record.secret, record.id, record.entropy) : null;
  const secret = fromHex(record.secret ?? '');
  if (!dice || !secret) return null;
  const rolled = listDice(record);
  const checked = [];
  for (const die of rolled.dice) {
    const expected = await dice(die.n, die.faces);
    checked.push({ ...die, expected, ok: expected === die.shown });
  }
  return {
    sealed: toHex(await sha256(secret)) === record.commitment.toLowerCase(), dice: checked, counted: rolled.counted,
    started: starterOf(record.arms, record.start_rolls) === record.start, moves: record.entries.filter(({ kind }) => kind === 'moved').length,
  };
}

/** Every die that the record shows, and whether their numbers follow each other. @param {GameRecord} record */
function listDice(record) {
  const { start_rolls } = record;
  const startFaces = start_rolls.length === 1 ? record.arms.length : 6;
  const blank = { faces: 6, start: false, undone: false };
  const dice = start_rolls.map(([arm, shown], i) => ({ ...blank, n: i + 1, arm, shown, faces: startFaces, start: true }));
  let next = dice.length + 1;
  let counted = true;
  for (const entry of record.entries) {
    if (entry.kind === 'undone') {
      for (const die of dice) if (!die.start && die.n > entry.n) die.undone = true;
      next = entry.n + 1;
    } else if (entry.kind === 'rolled') {
      counted &&= entry.n === next;
      entry.dice.forEach((shown, i) => dice.push({ ...blank, n: entry.n + i, arm: entry.arm, shown }));
      next = entry.n + entry.dice.length;
    }
  }
  return { dice, counted };
}

/**
 * The arm that start rolls make begin: the first where none were rolled, the f-th by one die of as many faces as
 * seats, else the one left highest after rounds in which those that tied for highest roll again.
 * @param {number[]} arms @param {[number, number][]} rolls
 * @returns {number|null} `null` where the rolls do not follow the rule
 */
export function starterOf(arms, rolls) {
  if (rolls.length === 0) return arms[0];
  if (rolls.length === 1) return arms[rolls[0][1] - 1] === rolls[0][0] ? rolls[0][0] : null;
  let round = arms;
  for (let at = 0; at < rolls.length;) {
    const rolled = rolls.slice(at, at + round.length);
    if (rolled.some(([arm], i) => arm !== round[i]) || rolled.length !== round.length) return null;
    at += rolled.length;
    round = highest(rolled);
    if (round.length === 1) return at === rolls.length ? round[0] : null;
  }
  return null;
}

/** @param {[number, number][]} rolls */
function highest(rolls) {
  const most = Math.max(...rolls.map(([, die]) => die));
  return rolls.filter(([, die]) => die === most).map(([arm]) => arm);
}
