import { test, expect } from "./harness/test.js";
import { act, arrive, asPerson, choices, enter, logLines, openTable, piecesInWords, playUntil, rollButton } from "./harness/play.js";
import { Wire } from "./harness/wire.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./harness/hall.js").Hall} Hall */

test.use({ networkFails: true });

/** Ana and Ben at a table of `fields`, both looking at it, Ana to begin. */
async function atATable(/** @type {Hall} */ hall, /** @type {Page} */ ana, /** @type {Page} */ ben, /** @type {object} */ fields) {
  const { code } = await openTable(ana, { ruleset: "parchis", seats: 2, ...fields });
  await arrive(ben);
  await asPerson(ben, "POST", `/tables/${code}/seats`);
  await asPerson(ana, "POST", `/tables/${code}/start`);
  await Promise.all([enter(ana, code), enter(ben, code)]);
  return { code, eye: await hall.guest("Eye"), pages: new Map([[0, ana], [2, ben]]) };
}

test("a reload in the middle shows the game as it stands, log and all", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const { code, eye, pages } = await atATable(hall, ana, ben, { clock: "untimed" });
  await playUntil(pages, eye, code, (table) => table.ply >= 8);
  const [words, lines] = [await piecesInWords(ben), await logLines(ben)];
  await ben.reload();
  await expect.poll(() => piecesInWords(ben)).toEqual(words);
  await expect.poll(() => logLines(ben)).toEqual(lines);
  await playUntil(pages, eye, code, (table) => table.ply >= 14);
});

test("a lost network is told, the seat is kept, and play goes on when it is back", async ({ hall, person }) => {
  const wire = await Wire.to(hall.port);
  const [ana, ben] = [(await person()).page, (await person({ baseURL: wire.url })).page];
  const { code, eye, pages } = await atATable(hall, ana, ben, { clock: "untimed" });
  await playUntil(pages, eye, code, (table) => table.ply >= 6);
  wire.cut();
  await expect(ben.getByText("Your seat is kept", { exact: false }).first()).toBeVisible();
  const stops = (/** @type {import("../../static/js/protocol.js").Table} */ table) => table.position?.turn === 2;
  await playUntil(new Map([[0, ana]]), eye, code, stops);
  wire.mend();
  await playUntil(pages, eye, code, (table) => table.ply >= 20);
  await expect.poll(() => piecesInWords(ben)).toEqual(await piecesInWords(ana));
  wire.close();
});

test("kill -9 in the middle costs nobody anything", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const { code, eye, pages } = await atATable(hall, ana, ben, { clock: "house" });
  await playUntil(pages, eye, code, (table) => table.ply >= 9);
  const [before, words, record] = [await eye.table(code), await piecesInWords(ana), await eye.record((await eye.table(code)).game.id)];
  await hall.kill();
  await expect(ana.getByText("Your seat is kept", { exact: false }).first()).toBeVisible();
  await hall.up();
  const after = await eye.table(code);
  for (const field of /** @type {const} */ (["position", "ply", "legal", "awaits", "phase", "game", "host"])) {
    expect(after[field], field).toEqual(before[field]);
  }
  expect(after.seats.map(({ arm, player, controller, misses }) => ({ arm, player, controller, misses }))).toEqual(
    before.seats.map(({ arm, player, controller, misses }) => ({ arm, player, controller, misses })),
  );
  expect((await eye.record(after.game.id)).entries).toEqual(record.entries);
  // Both are back by themselves, and go on where they were.
  await playUntil(pages, eye, code, (table) => table.ply >= before.ply + 6);
  expect(await piecesInWords(ana)).not.toEqual(words);
  await expect.poll(() => piecesInWords(ben)).toEqual(await piecesInWords(ana));
});

test("a stop and a start of the hall is told as such, and everybody is back by themselves", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const { code, eye, pages } = await atATable(hall, ana, ben, { clock: "house" });
  await playUntil(pages, eye, code, (table) => table.ply >= 4);
  const { ply } = await eye.table(code);
  await hall.kill("SIGTERM");
  await expect(ana.getByText(/The hall restarts|Your seat is kept/).first()).toBeVisible();
  await hall.up();
  await playUntil(pages, eye, code, (table) => table.ply >= ply + 4);
});

// D01.
test("who was away takes the seat back by acting, in the middle of a turn", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const clock = { decision_ms: 1500, on_expiry: "bot_takes_seat" };
  const { code, eye } = await atATable(hall, ana, ben, { clock, bot_pause_ms: 3000 });
  // Ana does nothing: a bot takes her seat and rolls; in Parchís every first roll leaves a choice.
  const held = async () => {
    const table = await eye.table(code);
    return table.seats[0].controller === "bot" && table.awaits === "move" && table.position?.turn === 0;
  };
  await expect.poll(held, { timeout: 30_000 }).toBe(true);
  const { ply } = await eye.table(code);
  await expect(ana.getByRole("button", { name: "Take it back" })).toBeVisible();
  await ana.getByRole("button", { name: "Take it back" }).click();
  await expect(choices(ana).first()).toBeVisible();
  await choices(ana).first().click();
  await expect.poll(async () => (await eye.table(code)).ply).toBeGreaterThan(ply);
  const record = await eye.record((await eye.table(code)).game.id);
  const moved = record.entries.find((entry) => entry.kind === "moved" && entry.ply === ply);
  expect(moved && "by" in moved && moved.by).toBe("human");
});

// D02.
test("a second tab of the same person is live too, and the ply decides", async ({ hall, person }) => {
  const [ana, ben] = [await person(), (await person()).page];
  const { code, eye, pages } = await atATable(hall, ana.page, ben, { clock: "untimed" });
  const tab = await ana.context.newPage();
  await enter(tab, code);
  await expect(rollButton(tab)).toBeVisible();
  await act(tab, eye, code);
  await expect(choices(ana.page).first()).toBeVisible();
  await act(ana.page, eye, code);
  await playUntil(pages, eye, code, (table) => table.ply >= 6);
  await expect.poll(() => piecesInWords(tab)).toEqual(await piecesInWords(ana.page));
});
