import { test, expect } from "./harness/test.js";
import { enter, openTable } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */

const seats = (/** @type {Page} */ page) => page.getByRole("list", { name: "Seats" }).getByRole("listitem");
const pick = (/** @type {Page} */ page, /** @type {string} */ group, /** @type {string} */ value) =>
  page.getByRole("dialog").getByRole("radiogroup", { name: group }).getByRole("radio", { name: value, exact: true }).check({ force: true });
const settings = (/** @type {Page} */ page) => page.getByRole("button", { name: "Settings of this table" });
const save = (/** @type {Page} */ page) => page.getByRole("dialog").getByRole("button", { name: "Save" }).click();

test("the host changes a waiting table, and everybody sees it at once", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const { code } = await openTable(ana, { ruleset: "luddo", seats: 4, listed: true });
  await enter(ana, code);
  await enter(ben, code);
  await ben.getByRole("listitem").filter({ hasText: "Free seat" }).first().getByRole("button", { name: "Sit down" }).click();
  await expect(ben.getByRole("button", { name: "Stand up" })).toBeVisible();
  await expect(settings(ben)).toHaveCount(0);

  await settings(ana).click();
  const dialog = ana.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Friday");
  await pick(ana, "Clock", "None");
  await pick(ana, "Seats", "5");
  await dialog.getByRole("switch", { name: /Show in the lobby/ }).uncheck({ force: true });
  await dialog.getByRole("switch", { name: /Fill empty seats/ }).check({ force: true });
  await save(ana);
  await expect(dialog).toHaveCount(0);
  for (const page of [ana, ben]) {
    await expect(seats(page)).toHaveCount(5);
    await expect(page.getByRole("heading", { name: /Friday/ })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "5 seats" })).toContainText("found by its code only");
  }
  const table = await (await hall.guest("Eye")).table(code);
  expect([table.title, table.clock, table.listed, table.fill_with_bots, table.board]).toEqual(["Friday", "untimed", false, true, "h78"]);
});

test("a house rule is set and taken back, and tells itself in the rules", async ({ hall, person }) => {
  const { page } = await person();
  const { code } = await openTable(page, { ruleset: "luddo", seats: 4 });
  const eye = await hall.guest("Eye");
  await enter(page, code);
  await settings(page).click();
  const rules = page.getByRole("dialog").locator("section").last();
  const first = rules.getByRole("switch").first();
  const before = await first.isChecked();
  await first.setChecked(!before, { force: true });
  await save(page);
  await expect.poll(async () => Object.keys((await eye.table(code)).options).length).toBe(1);
  await expect(page.getByRole("status").filter({ hasText: "1 house rule" })).toBeVisible();
  await settings(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "As usual" }).click();
  await save(page);
  await expect.poll(async () => (await eye.table(code)).options).toEqual({});
});

test.describe("what the hall refuses", () => {
  test.use({ networkFails: true });

  test("is said at its field, and the dialog goes on", async ({ hall, person }) => {
    const { page } = await person();
    const { code } = await openTable(page, { ruleset: "ludo", seats: 4 });
    for (const name of ["Ben", "Cleo"]) await (await hall.guest(name)).sit(code);
    await enter(page, code);
    await settings(page).click();
    await pick(page, "Seats", "2");
    await save(page);
    await expect(page.getByRole("dialog").getByRole("alert").filter({ hasText: "More people sit here" })).toBeVisible();
    await expect(page.getByRole("radiogroup", { name: "Seats" }).getByRole("radio", { checked: true })).toBeFocused();
    await pick(page, "Seats", "3");
    await expect(page.getByText("More people sit here")).toHaveCount(0);
    await save(page);
    await expect(seats(page)).toHaveCount(3);
    const table = await (await hall.guest("Eye")).table(code);
    expect(table.seats.filter((seat) => seat.player).length).toBe(3);
  });
});

test("who has to change the seat keeps one, and is told nothing of a removal", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person()).page];
  const { code } = await openTable(ana, { ruleset: "ludo", seats: 4 });
  await enter(ana, code);
  await enter(ben, code);
  await ben.getByRole("listitem").filter({ hasText: "Free seat" }).first().getByRole("button", { name: "Sit down" }).click();
  await expect(ben.getByRole("button", { name: "Stand up" })).toBeVisible();
  await settings(ana).click();
  await pick(ana, "Seats", "2");
  await save(ana);
  await expect(seats(ben)).toHaveCount(2);
  await expect(ben.getByRole("button", { name: "Stand up" })).toBeVisible();
  await expect(ben.locator(".notice")).toHaveCount(0);
  expect((await (await hall.guest("Eye")).table(code)).seats.map(({ arm, player }) => [arm, player !== null])).toEqual([[0, true], [2, true]]);
});
