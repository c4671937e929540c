/** Commands of a seat. What has been pressed stays pressed until the answer is there or another decision is due: no press counts twice. */

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../protocol.js').Answer} Answer */

/** @param {(command: any) => Promise<Answer>} send @param {() => void} changed */
export function createCommands(send, changed) {
  /** The decision that has been answered already, by its ply. @type {number | null} */
  let answered = null;
  let running = false;

  /** @param {Model | null} model @param {{do: string, [field: string]: unknown}} command */
  async function decide(model, command) {
    if (!model || answered === model.table.ply) return;
    const ply = model.table.ply;
    answered = ply;
    changed();
    const answer = await send({ ...command, ply }).catch(() => null);
    if (answer?.ok || answered !== ply) return;
    answered = null;
    changed();
  }

  return {
    /** @param {Model} model whether its decision has been answered */
    busy: (model) => answered === model.table.ply,
    /** @param {Model | null} model */
    roll: (model) => { if (model?.mayRoll) decide(model, { do: 'roll' }); },
    /** @param {Model | null} model @param {import('../board/choices.js').Choice} choice @param {number} piece */
    move: (model, choice, piece) => {
      const partner = model?.acting === choice.arm ? {} : { arm: choice.arm };
      decide(model, { do: 'move', piece, uses: choice.uses, ...partner });
    },
    /** @param {Model | null} model */
    decline: (model) => decide(model, { do: 'decline' }),
    /** A command that answers no decision; one at a time. @param {'resume' | 'undo' | 'restart'} what */
    async plain(what) {
      if (running) return;
      running = true;
      await send({ do: what }).catch(() => null);
      running = false;
    },
  };
}
