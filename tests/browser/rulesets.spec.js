import { test, expect } from "./harness/test.js";
import { QUICK, act, arrive, asPerson, decided, enter } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Decisions that are played of each game. */
const PLIES = 12;

test("every ruleset is opened from the form on each of its boards, and played", async ({ hall, person }) => {
  test.setTimeout(600_000);
  const { page } = await person();
  await arrive(page);
  const eye = await hall.guest("Eye");
  const { rulesets } = await (await page.request.get("/api/v1/rulesets")).json();
  for (const ruleset of rulesets) {
    for (const board of ruleset.boards) {
      await test.step(`${ruleset.id} on ${board.id}`, async () => {
        const code = await openByForm(page, ruleset, board);
        const open = (await eye.table(code)).seats.filter((seat) => !seat.player);
        for (const { arm } of open) await asPerson(page, "POST", `/tables/${code}/bots`, { arm });
        await asPerson(page, "PATCH", `/tables/${code}`, { bot_pause_ms: QUICK.bot_pause_ms });
        await page.getByRole("button", { name: /Start/ }).click();
        await enter(page, code);
        let table = await eye.table(code);
        expect([table.ruleset, table.board]).toEqual([ruleset.id, board.id]);
        for (let plies = 0; plies < PLIES && table.phase === "playing"; plies++) {
          table = table.position?.turn === 0 ? await act(page, eye, code) : await decided(eye, code, table.ply);
        }
      });
    }
  }
});

/** Opens a table by the form, with as few seats as the board is for. */
async function openByForm(/** @type {Page} */ page, /** @type {any} */ ruleset, /** @type {any} */ board) {
  await page.goto(`/create?game=${ruleset.id}`);
  await expect(page.getByRole("button", { name: "Open the table" })).toBeVisible();
  const arms = board.starts.length || ruleset.seats.max, seats = usual(ruleset, board) ?? Math.min(arms, ruleset.seats.max);
  await pick(page, "seats", String(seats));
  await pick(page, "board", board.id);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
  return page.url().split("/").pop() ?? "";
}

/** The fewest seats for which this board is the usual one, if there are any. */
function usual(/** @type {any} */ ruleset, /** @type {any} */ board) {
  for (let n = ruleset.seats.min; n <= ruleset.seats.max; n++) {
    if (ruleset.boards.find((/** @type {any} */ one) => !one.starts.length || one.starts.length >= n) === board) return n;
  }
  return undefined;
}

/** Picks a value where there is a choice. */
async function pick(/** @type {Page} */ page, /** @type {string} */ name, /** @type {string} */ value) {
  const radio = page.locator(`input[name="${name}"][value="${value}"]`);
  if (await radio.count()) await radio.check({ force: true });
}
