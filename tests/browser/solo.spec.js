import { test, expect } from "./harness/test.js";
import { choices, enter, openTable, piecesInWords, playToTheEnd, rollButton, whoIs } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */

/** A solo table of the page's own person. */
async function solo(/** @type {Page} */ page, /** @type {object} */ fields) {
  const table = await openTable(page, { solo: true, ...fields });
  await enter(page, table.code);
  return table;
}

test("a whole solo game, by the keyboard, to the end screen, the proof and a new game", async ({ hall, person }) => {
  test.setTimeout(300_000);
  const { page } = await person();
  const table = await solo(page, { ruleset: "ludo", seats: 2, bot_level: "easy" });
  const eye = await hall.guest("Eye");
  await playToTheEnd(page, eye, table.code);

  await expect(page.getByRole("heading", { level: 1, name: /win/ })).toBeVisible();
  await expect(page.locator(".podium > li")).toHaveCount(2);
  const record = await eye.record(table.game.id);
  const rolls = record.entries.filter((entry) => entry.kind === "rolled").length;
  await expect(page.getByText(`${rolls} rolls`, { exact: true })).toBeVisible();
  expect(record.places.map((placed) => placed.place).sort()).toEqual([1, 2]);

  await page.getByRole("link", { name: `Check all ${rolls} rolls` }).click();
  await expect(page).toHaveURL(new RegExp(`/verify/${table.game.id}$`));
  await expect(page.getByText(new RegExp(`all ${rolls}|${rolls} of ${rolls}|${rolls} rolls`, "i")).first()).toBeVisible();

  await enter(page, table.code);
  await page.getByRole("button", { name: "New game" }).click();
  await expect(rollButton(page)).toBeVisible();
  expect((await eye.table(table.code)).game.id).not.toBe(table.game.id);
});

test("snakes and ladders with three bots, to the last place", async ({ hall, person }) => {
  const { page } = await person();
  const table = await solo(page, { ruleset: "snakes", seats: 4 });
  const eye = await hall.guest("Eye");
  await playToTheEnd(page, eye, table.code);
  await expect(page.locator(".podium > li")).toHaveCount(4);
  expect((await eye.table(table.code)).phase).toBe("finished");
});

test("five bots on the hexagon", async ({ person }) => {
  const { page } = await person();
  await page.goto("/");
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Luddo" });
  await page.getByRole("button", { name: "5 bots" }).click();
  await expect(page.getByRole("list", { name: "Players" }).getByRole("listitem")).toHaveCount(6);
  await expect(page.getByRole("img", { name: "The board, 6 seats" })).toBeVisible();
});

test("undo, by button and by Ctrl+Z, goes back to the choice and meets the same dice", async ({ hall, person }) => {
  const { page } = await person();
  const table = await solo(page, { ruleset: "parchis", seats: 2 });
  const eye = await hall.guest("Eye");
  await rollButton(page).click();
  await expect(choices(page).first()).toBeVisible();
  const [before, words] = [await eye.table(table.code), await piecesInWords(page)];
  for (const undo of [() => page.getByRole("button", { name: "Undo" }).click(), () => page.keyboard.press("Control+z")]) {
    await choices(page).first().click();
    await expect.poll(async () => (await eye.table(table.code)).undo).toBe(true);
    await expect.poll(() => piecesInWords(page)).not.toEqual(words);
    await expect(rollButton(page).or(choices(page).first()).first()).toBeVisible();
    await undo();
    await expect.poll(async () => (await eye.table(table.code)).position?.pieces).toEqual(before.position?.pieces);
    await expect.poll(() => piecesInWords(page)).toEqual(words);
    await expect(choices(page).first()).toBeVisible();
    expect((await eye.table(table.code)).position?.dice).toEqual(before.position?.dice);
  }
});

test("restart asks, and begins a game with dice of its own", async ({ hall, person }) => {
  const { page } = await person();
  const table = await solo(page, { ruleset: "ludo", seats: 2 });
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /begin again|restart/i }).click();
  const eye = await hall.guest("Eye");
  await expect.poll(async () => (await eye.table(table.code)).game.id).not.toBe(table.game.id);
  await expect(rollButton(page)).toBeVisible();
  const old = await eye.record(table.game.id);
  expect(old.places).toEqual([]);
  expect(old.secret).toMatch(/^[0-9a-f]{64}$/);
  expect((await whoIs(page)).guest).toBe(true);
});
