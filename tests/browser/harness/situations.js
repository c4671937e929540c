// Games that are played on until something is to be decided that does not come up every turn.

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {"blocked" | "enter" | "break" | "bonus" | "decline" | "two" | "helping"} Situation */

/** More decisions than a few whole games have. */
const MOST = 6000;

/**
 * Plays a solo table of the page's own person over its socket, without its page, until the situation is there. A game that
 * ends before is begun again.
 * @param {Page} page on any page of the hall but the table's
 * @param {string} code
 * @param {Situation} situation
 */
export async function playTo(page, code, situation) {
  const found = await page.evaluate(async ([code, situation, most]) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/tables/${code}/socket`, "ludohall.v1");
    /** @type {any[]} */
    const inbox = [];
    let wake = () => {};
    socket.onmessage = ({ data }) => { inbox.push(JSON.parse(data)); wake(); };
    const next = async () => {
      while (!inbox.length) await new Promise((done) => { wake = () => done(undefined); });
      return inbox.shift();
    };
    let id = 0;
    let said = "";
    const send = (/** @type {object} */ command) => socket.send(said = JSON.stringify({ id: `s${id++}`, ...command }));

    /** @param {any} turn */
    async function isThere(turn) {
      const steps = turn.legal.filter((/** @type {any} */ m) => m.kind !== "decline");
      switch (situation) {
        case "enter": case "break": return turn.forced === situation;
        case "bonus": return steps.some((/** @type {any} */ m) => m.kind === "bonus");
        case "decline": return steps.length < turn.legal.length;
        case "two": return !turn.forced && new Set(steps.map((/** @type {any} */ m) => m.uses.join())).size === 2 && steps.every((/** @type {any} */ m) => m.uses.length === 1);
        case "helping": return steps.some((/** @type {any} */ m) => m.arm !== turn.arm);
        default: {
          const why = await (await fetch(`/api/v1/tables/${code}/why`)).json();
          const moves = new Set(why.pieces.filter((/** @type {any} */ w) => w.move).map((/** @type {any} */ w) => w.piece));
          return why.pieces.some((/** @type {any} */ w) => w.at > 0 && !moves.has(w.piece));
        }
      }
    }

    /** @type {any} */
    let turn = null;
    for (let decisions = 0; decisions < most;) {
      const message = await next();
      if (message.type === "answer" && ["too_fast", "busy", "unavailable"].includes(message.code)) {
        // A hall takes some hundred messages at once and then so many a second; nothing was done, so the same again is right.
        await new Promise((done) => setTimeout(done, 500));
        socket.send(said);
        continue;
      }
      if (message.type === "snapshot") turn = { arm: message.table.position.turn, awaits: message.table.awaits, ply: message.table.ply, legal: message.table.legal, forced: message.table.forced };
      else if (message.type === "event") turn = message.events.findLast((/** @type {any} */ e) => e.kind === "turn") ?? (message.events.some((/** @type {any} */ e) => e.kind === "finished") ? { over: true } : null);
      else continue;
      if (turn?.over) { send({ do: "restart" }); continue; }
      if (!turn || turn.arm !== 0) continue;
      decisions++;
      if (turn.awaits === "roll") { send({ do: "roll", ply: turn.ply }); continue; }
      if (await isThere(turn)) { socket.close(); return true; }
      const best = turn.legal.filter((/** @type {any} */ m) => m.kind !== "decline").reduce((/** @type {any} */ a, /** @type {any} */ b) => (b.to > a.to ? b : a));
      send({ do: "move", ply: turn.ply, piece: best.piece, uses: best.uses, arm: best.arm });
    }
    socket.close();
    return false;
  }, /** @type {[string, Situation, number]} */ ([code, situation, MOST]));
  if (!found) throw new Error(`no ${situation} in ${MOST} decisions`);
}
