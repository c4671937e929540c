/** Figures of a finished game, from its record: faces of each seat, captures, length. Pure. */

/** @typedef {import('../protocol.js').Record} GameRecord */
/** @typedef {import('../protocol.js').RecordEntry} Entry */
/** @typedef {{counts: Map<number, number[]>, rolls: number, captures: Map<number, number>, turns: number, minutes: number | null}} Stats `counts`: by arm, how often each face came, from 1 */

/** @param {GameRecord} record @returns {Stats} what was taken back is not counted */
export function statsOf(record) {
  const entries = standing(record.entries), counts = new Map(record.arms.map((arm) => [arm, [0, 0, 0, 0, 0, 0]]));
  /** @type {Map<number, number>} */
  const captures = new Map();
  let rolls = 0, turns = 0, last = -1;
  for (const e of entries) {
    if (e.kind === 'rolled') for (const n of e.dice) { counts.get(e.arm)?.splice(n - 1, 1, (counts.get(e.arm)?.[n - 1] ?? 0) + 1); rolls += 1; }
    if (e.kind === 'moved' && e.move.kind !== 'decline') captures.set(e.arm, (captures.get(e.arm) ?? 0) + e.move.captures.length);
    if (e.arm !== last) [turns, last] = [turns + 1, e.arm];
  }
  const ms = record.finished_at ? Date.parse(record.finished_at) - Date.parse(record.started_at) : NaN;
  return { counts, rolls, captures, turns, minutes: Number.isFinite(ms) ? Math.round(ms / 60_000) : null };
}

/** The entries that stand in the end. @param {readonly Entry[]} entries @returns {Entry[]} */
export function standing(entries) {
  return entries.reduce((/** @type {Entry[]} */ kept, e) => (e.kind === 'undone' ? kept.filter((k) => k.version <= e.to_version) : [...kept, e]), []);
}

/** The mean of the faces; `null` without a roll. @param {readonly number[]} counts */
export function meanOf(counts) {
  const n = counts.reduce((a, b) => a + b, 0);
  return n ? counts.reduce((sum, c, i) => sum + c * (i + 1), 0) / n : null;
}

/** Places in the order of a podium: 2, 1, 3, 4, … @template T @param {readonly T[]} sorted best first @returns {T[]} */
export const podium = (sorted) => (sorted.length < 2 ? [...sorted] : [sorted[1], sorted[0], ...sorted.slice(2)]);
