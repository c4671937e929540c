import { test, expect } from "./harness/test.js";
import { QUICK, enter, logLines, movesByHand, piecesInWords, playUntil } from "./harness/play.js";

/** A table whose code can be mistyped: it has a 0. Its host speaks by REST only until they open their page. */
async function tableWithZero(/** @type {import("./harness/hall.js").Hall} */ hall) {
  for (let tries = 0; tries < 200; tries++) {
    const host = await hall.guest("Finder");
    const table = await host.create({ ...QUICK, ruleset: "luddo", seats: 2, clock: "untimed" });
    if (table.code.includes("0")) return table.code;
    await host.delete(`/tables/${table.code}/seats/mine`);
  }
  throw new Error("no code with a 0 among 200");
}

test("two people meet by a code and play, and a third one watches", async ({ hall, person }) => {
  const [ana, ben, cleo] = [await person(), await person(), await person()];
  await ana.page.goto("/create");
  await ana.page.getByRole("radio", { name: /^Luddo/ }).check({ force: true });
  await ana.page.getByRole("radiogroup", { name: "Seats" }).getByRole("radio", { name: "2" }).check({ force: true });
  await ana.page.getByRole("radiogroup", { name: "Clock" }).getByRole("radio", { name: "None" }).check({ force: true });
  await ana.page.getByRole("button", { name: "Open the table" }).click();
  await expect(ana.page).toHaveURL(/\/t\/[0-9A-Z]{6}$/);
  const code = ana.page.url().slice(-6);

  await ben.page.goto("/");
  await ben.page.getByRole("textbox", { name: "Table code" }).fill(code.toLowerCase());
  await ben.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(ben.page).toHaveURL(new RegExp(`/t/${code}$`));
  const sit = ben.page.getByRole("button", { name: /sit down/i }).first();
  const seated = ben.page.getByRole("button", { name: "Stand up" });
  await expect(sit.or(seated).first()).toBeVisible();
  if (await sit.isVisible()) await sit.click();
  await expect(seated).toBeVisible();

  await ana.page.getByRole("button", { name: "Start" }).click();
  await enter(cleo.page, code);
  const eye = await hall.guest("Eye");
  const pages = new Map([[0, ana.page], [2, ben.page]]);
  const table = await playUntil(pages, eye, code, async (table) => {
    const moves = [...(await movesByHand(eye, table)).values()];
    return Math.min(...moves) >= 3;
  });

  // Everybody sees the same board, and the watcher is never asked for anything.
  const words = await piecesInWords(ana.page);
  await expect.poll(() => piecesInWords(ben.page)).toEqual(words);
  await expect.poll(() => piecesInWords(cleo.page)).toEqual(words);
  expect((await logLines(cleo.page)).length).toBeGreaterThan(5);
  await expect(cleo.page.getByRole("button", { name: "Roll", exact: true })).toHaveCount(0);
  await expect(cleo.page.locator(".choice")).toHaveCount(0);
  expect(table.watchers).toBe(1);
});

test("a code is read in lower case, with O for 0 and with spaces", async ({ hall, person }) => {
  const code = await tableWithZero(hall);
  const { page } = await person();
  await page.goto("/");
  const typed = code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
  await page.getByRole("textbox", { name: "Table code" }).fill(`${typed.slice(0, 3)} ${typed.slice(3)}`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${code}$`));
  await expect(page.getByRole("list", { name: "Seats" })).toBeVisible();
});

test.describe("refused codes", () => {
  test.use({ networkFails: true });

  // L06, L07.
  test("codes that lead nowhere say why, and the form stays usable", async ({ hall, person }) => {
    const { page } = await person();
    const host = await hall.guest("Host");
    const { code } = await host.create({ ...QUICK, ruleset: "ludo", seats: 2, solo: true, watchable: false });
    const box = page.getByRole("textbox", { name: "Table code" });
    await page.goto("/");
    const said = async (/** @type {string} */ text) => {
      await page.goto("/");
      await box.fill(text);
      await page.getByRole("button", { name: "Join", exact: true }).click();
      const alert = page.getByRole("alert").filter({ hasText: /\w/ }).first();
      await expect(alert).toBeVisible();
      return alert.textContent();
    };
    const [short, none, started] = [await said("K7"), await said("ZZZZZZ"), await said(code)];
    expect(new Set([short, none, started]).size).toBe(3);
    await page.goto("/");
    const open = await host.create({ ...QUICK, ruleset: "ludo", seats: 2 });
    await box.fill(open.code);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/t/${open.code}$`));
  });
});
