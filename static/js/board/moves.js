/** Plays a move on the pieces' layer: the path, then what was captured slides home, then everybody stands where they now stand. */
import { steps } from './places.js';
import { hop, slide } from './motion.js';
import { pieceId, spread } from './stacks.js';

/** @typedef {import('../protocol.js').Event} WireEvent */
/** @typedef {Extract<WireEvent, {kind: 'moved' | 'streak_penalty'}>} Moving */
/** @typedef {readonly (readonly number[] | null)[]} Pieces */
/** @typedef {{pieces: Pieces, scene: import('./layout.js').Scene, colours: string[], numbers: boolean}} Ground */

/** @param {ReturnType<typeof import('./pieces.js').createPieces>} layer */
export function createMoves(layer) {
  /** @param {Ground} on @param {Pieces} pieces */
  const stand = (on, pieces) => {
    const spots = spread(pieces, on.scene.place, on.scene.w);
    layer.draw(spots, on.colours, on.numbers);
    return spots;
  };

  return {
    /** @param {Moving} event @param {Ground} on @param {AbortSignal} signal @returns {Promise<Pieces>} where the pieces are after it */
    async play(event, on, signal) {
      const { arm, piece, from, to } = event, id = pieceId(arm, piece), via = event.kind === 'moved' ? event.via ?? null : null;
      const captures = event.kind === 'moved' ? event.captures : [];
      const before = spread(on.pieces, on.scene.place, on.scene.w), start = before.find((p) => p.id === id) ?? on.scene.place(arm, to, piece);
      const landed = placed(on.pieces, [[arm, piece, to]]), after = placed(landed, captures.map(([a, p]) => [a, p, -1]));
      const rest = stand(on, landed).find((p) => p.id === id);
      if (!rest) return after;
      layer.raise(id);
      const turn = via ?? to, path = steps(from, turn).map((p) => on.scene.place(arm, p, piece));
      if (event.kind === 'streak_penalty') await slide(layer.get(id), start, rest, signal);
      else await hop(layer.get(id), [start, ...(via === null ? [...path.slice(0, -1), rest] : path)], signal);
      if (via !== null && via !== to) await slide(layer.get(id), on.scene.place(arm, via, piece), rest, signal);
      const now = new Map(spread(landed, on.scene.place, on.scene.w).map((p) => [p.id, p])), home = stand(on, after);
      await Promise.all(captures.map(async ([a, p]) => {
        const key = pieceId(a, p), was = now.get(key), is = home.find((q) => q.id === key);
        layer.raise(key);
        if (was && is) await slide(layer.get(key), was, is, signal);
      }));
      return after;
    },
  };
}

/** @param {Pieces} pieces @param {readonly (readonly [number, number, number])[]} changes arm, piece, progress @returns {(number[] | null)[]} */
export function placed(pieces, changes) {
  const next = pieces.map((list) => list && [...list]);
  for (const [arm, piece, progress] of changes) {
    const list = next[arm];
    if (list) list[piece] = progress;
  }
  return next;
}
