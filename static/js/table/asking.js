/** The question why a piece cannot move: asked of the hall, and kept until another decision is due. */

/** @typedef {import('../protocol.js').TableWhy} TableWhy */
/** @typedef {{ply: number, pieces: readonly number[], why: TableWhy | null}} Asked */

/** @param {() => Promise<unknown>} ask @param {(asked: Asked) => void} told called when the answer is there */
export function createAsking(ask, told) {
  /** @type {Asked | null} */
  let asked = null;

  return {
    /** @param {number} ply @param {readonly number[]} pieces */
    async ask(ply, pieces) {
      const before = asked?.ply === ply ? asked.why : null, mine = asked = { ply, pieces, why: before };
      const why = before ?? /** @type {TableWhy | undefined} */ (await ask());
      if (asked !== mine || why?.ply !== ply) return;
      asked = { ...mine, why };
      told(asked);
    },
    /** What was asked about this decision, once there is an answer. @param {number} ply */
    about: (ply) => (asked?.ply === ply && asked.why ? { pieces: asked.pieces, why: asked.why } : null),
  };
}
