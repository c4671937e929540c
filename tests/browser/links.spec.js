import { test, expect } from "./harness/test.js";
import { QUICK, asPerson, choices, enter, openTable, playToTheEnd, rollButton } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./harness/hall.js").Hall} Hall */
/** @typedef {import("./harness/api.js").Api} Api */

/** Two people who speak by REST only, their game begun. */
async function begun(/** @type {Hall} */ hall, /** @type {object} */ fields) {
  const [host, second] = [await hall.guest("Hanna"), await hall.guest("Sven")];
  const { code } = await host.create({ ...QUICK, ruleset: "ludo", seats: 2, clock: "untimed", ...fields });
  await second.sit(code);
  return { host, second, code };
}

test.describe("a link to a table", () => {
  test.use({ networkFails: true });

  test("that plays: one watches, and is asked for nothing", async ({ hall, person }) => {
    const { host, code } = await begun(hall, {});
    await host.start(code);
    const { page } = await person({ viewport: { width: 320, height: 640 } });
    await enter(page, code);
    await expect(page.getByRole("banner").getByText("You are watching")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expect(rollButton(page)).toHaveCount(0);
    await expect(choices(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Take a bot’s seat" })).toHaveCount(0);
  });

  test("that plays with a bot's seat to take: one takes it and plays", async ({ hall, person }) => {
    const { host, code } = await begun(hall, { seats: 3, late_join: true, fill_with_bots: true });
    await host.start(code);
    const { page } = await person();
    await enter(page, code);
    await page.getByRole("button", { name: "Take a bot’s seat" }).click();
    await expect.poll(async () => (await host.table(code)).seats[2].player?.name).toBeTruthy();
    await expect(page.getByRole("list", { name: "Players" }).getByRole("listitem").nth(2)).toContainText("You");
    await expect(page.getByRole("button", { name: "Take a bot’s seat" })).toHaveCount(0);
  });

  test("that is full: one may watch, and sees the start", async ({ hall, person }) => {
    const { host, code } = await begun(hall, {});
    const { page } = await person();
    await enter(page, code);
    await expect(page.getByRole("heading", { name: "All seats are taken. You can watch" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sit down" })).toHaveCount(0);
    await host.start(code);
    await expect(page.getByRole("banner").getByText("You are watching")).toBeVisible();
  });

  test("that is over: the result stands there", async ({ hall, person }) => {
    const { page: player } = await person();
    const table = await openTable(player, { ruleset: "snakes", seats: 2, solo: true, bot_level: "easy" });
    await enter(player, table.code);
    const eye = await hall.guest("Eye");
    await playToTheEnd(player, eye, table.code);
    const { page } = await person();
    await page.goto(`/t/${table.code}`);
    await expect(page.locator(".podium > li")).toHaveCount(2);
    await expect(page.getByRole("button", { name: /Rematch|New game/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /board/i })).toBeVisible();
  });

  test("that is for players only: it says so", async ({ hall, person }) => {
    const { host, code } = await begun(hall, { watchable: false });
    await host.start(code);
    const { page } = await person();
    await page.goto(`/t/${code}`);
    await expect(page.getByRole("alert")).toContainText("is not for watching");
    await expect(page.getByRole("link", { name: "Open a table" })).toBeVisible();
  });

  test("that has closed: it says so, before and after a reload", async ({ hall, person }) => {
    const { host, second, code } = await begun(hall, {});
    const { page } = await person();
    await enter(page, code);
    for (const one of [second, host]) await one.delete(`/tables/${code}/seats/mine`);
    await expect(page.getByRole("alert")).toContainText("has closed");
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("has closed");
  });
});

test("who is removed by the host is told so, and can sit down again", async ({ hall, person }) => {
  const host = await hall.guest("Hanna");
  const { code } = await host.create({ ...QUICK, ruleset: "ludo", seats: 3 });
  const { page } = await person();
  await enter(page, code);
  await page.getByRole("button", { name: "Sit down" }).first().click();
  await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
  const arm = (await host.table(code)).seats.findIndex((seat) => seat.player && seat.player.name !== "Hanna");
  await host.post(`/tables/${code}/kick`, { arm });
  await expect(page.locator(".notice")).toContainText("The host has removed you");
  await page.getByRole("button", { name: "Sit down" }).first().click();
  await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
});

test("who stands up in one tab is not told of a removal in the other", async ({ hall, person }) => {
  const host = await hall.guest("Hanna");
  const { code } = await host.create({ ...QUICK, ruleset: "ludo", seats: 3 });
  const { page, context } = await person();
  await enter(page, code);
  await page.getByRole("button", { name: "Sit down" }).first().click();
  await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
  const tab = await context.newPage();
  await enter(tab, code);
  await tab.getByRole("button", { name: "Stand up" }).click();
  for (const one of [page, tab]) {
    await expect(one.getByRole("button", { name: "Stand up" })).toHaveCount(0);
    await expect(one.locator(".notice")).toHaveCount(0);
  }
});

test("what was said is there again after a reload, in everybody's own language", async ({ hall, person }) => {
  const [ana, ben] = [(await person()).page, (await person({ locale: "ru-RU" })).page];
  const { code } = await openTable(ana, { ruleset: "ludo", seats: 2, clock: "untimed" });
  await ben.goto(`/t/${code}`);
  await expect(ben.locator(".w-seat").first()).toBeVisible();
  await asPerson(ben, "POST", `/tables/${code}/seats`);
  await asPerson(ana, "POST", `/tables/${code}/start`);
  await enter(ana, code);
  await ana.getByRole("button", { name: "Say" }).click();
  await ana.getByRole("dialog").getByRole("button", { name: "Good luck!" }).click();
  await expect(ana.locator("li.said")).toContainText("Good luck!");
  for (let reload = 0; reload < 2; reload++) {
    await ana.reload();
    await expect(ana.locator("li.said")).toContainText("Good luck!");
    await expect(ana.locator("li.said")).toHaveCount(1);
  }
  await ben.reload();
  await expect(ben.locator("li.said")).toContainText("Удачи");
  expect((await (await hall.guest("Eye")).table(code)).chat.length).toBe(1);
});
