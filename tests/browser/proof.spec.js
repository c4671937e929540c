import { test, expect } from "./harness/test.js";
import { enter, openTable, playToTheEnd, rollButton } from "./harness/play.js";
import { Wire } from "./harness/wire.js";

/** @typedef {import("@playwright/test").Page} Page */

test.use({ networkFails: true });

/** The decision before which the network goes. */
const LOST_AT = 12;

test("luddo with two bots to the end, the network lost on the way, and the dice checked after it", async ({ hall, person }) => {
  test.setTimeout(300_000);
  const wire = await Wire.to(hall.port);
  const { page } = await person({ baseURL: wire.url });
  const { code, game } = await openTable(page, { ruleset: "luddo", seats: 3, solo: true, bot_level: "easy", clock: "untimed", options: { "pieces.to_win": 2, "pieces.out": 1 } });
  const eye = await hall.guest("Eye");
  await enter(page, code);
  await playToTheEnd(page, eye, code, async (decisions) => {
    if (decisions !== LOST_AT) return;
    const { ply } = await eye.table(code);
    wire.cut();
    await expect(page.getByText("Your seat is kept", { exact: false }).first()).toBeVisible();
    // What is pressed meanwhile waits for the line.
    if (await rollButton(page).isVisible()) await page.keyboard.press("Space");
    wire.mend();
    await expect(page.getByText("Your seat is kept", { exact: false })).toHaveCount(0);
    await expect.poll(async () => (await eye.table(code)).ply).toBeGreaterThanOrEqual(ply);
  });
  await expect(page.locator(".podium > li")).toHaveCount(3);

  const check = page.getByRole("link", { name: /^Check (all|every) / });
  await expect(check).toBeVisible();
  await check.click();
  await expect(page).toHaveURL(new RegExp(`/verify/${game.id}$`));
  const record = await eye.record(game.id);
  const dice = record.start_rolls.length + record.entries.reduce((n, entry) => n + (entry.kind === "rolled" ? entry.dice.length : 0), 0);
  const rows = page.locator(".dice-table tbody tr");
  await expect(rows).toHaveCount(dice);
  await expect(page.getByRole("status").filter({ hasText: /sealed/ })).toBeVisible();
  expect(await rows.locator("td:last-child").allTextContents()).toEqual(Array(dice).fill("right"));
  expect(record.secret).toMatch(/^[0-9a-f]{64}$/);
  await page.getByText("Seal and secret").click();
  const text = await page.getByRole("link", { name: "Read the game as text" }).getAttribute("href");
  expect(await (await page.request.get(text ?? "")).text()).toContain(`Secret: ${record.secret}`);

  // The same record with one die changed.
  const tampered = structuredClone(record);
  const entry = tampered.entries.filter((one) => one.kind === "rolled")[3];
  if (entry?.kind !== "rolled") throw new Error("no fourth roll");
  const [was] = entry.dice;
  entry.dice = [(was % 6) + 1];
  await page.getByText("I have a record").click();
  await page.getByRole("textbox", { name: /record/i }).fill(JSON.stringify(tampered));
  await page.locator("details.more").first().getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("heading", { name: "Something is wrong: 1 die differs" })).toBeVisible();
  await expect(page.locator(".dice-table tr.wrong")).toHaveCount(1);
  await expect(page.locator(".dice-table tr.wrong")).toContainText(`should be ${was}`);

  // And with a secret that is not the one that was sealed.
  await page.getByRole("textbox", { name: /record/i }).fill(JSON.stringify({ ...record, secret: "00".repeat(32) }));
  await page.locator("details.more").first().getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The opened secret is not the one that was sealed.")).toBeVisible();
  wire.close();
});
