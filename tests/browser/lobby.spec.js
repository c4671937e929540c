import { test, expect } from "./harness/test.js";
import { QUICK } from "./harness/play.js";

// L02.
test("a table that is not listed is never in the lobby, not even for a moment", async ({ hall, person }) => {
  const { page } = await person();
  /** @type {string[]} */
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  await page.goto("/");
  await expect(page.getByText("No open tables right now")).toBeVisible();
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.everSeen = "";
    new MutationObserver(() => (seen.everSeen += document.body.textContent)).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

  const host = await hall.guest("Quiet");
  const hidden = await host.create({ ...QUICK, ruleset: "ludo", seats: 2, title: "Hidden table" });
  const guest = await hall.guest("Second");
  await guest.sit(hidden.code);
  await host.start(hidden.code);
  await host.create({ ...QUICK, ruleset: "snakes", seats: 2, solo: true, title: "Hidden table" });

  // A listed one comes after them, so whatever the others would have shown has been shown by then.
  const open = await host.create({ ...QUICK, ruleset: "ludo", seats: 2, listed: true, title: "Seen by all" });
  await expect(page.getByText("Seen by all")).toBeVisible();
  await host.patch(`/tables/${open.code}`, { listed: false });
  await expect(page.getByText("Seen by all")).toHaveCount(0);
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.filter((text) => text.includes(hidden.code) || text.includes("Hidden table"))).toEqual([]);
  expect(await page.evaluate(() => /** @type {any} */ (window).everSeen)).not.toContain("Hidden table");
});

test("tables come, fill and go in the lobby as they do", async ({ hall, person }) => {
  const { page } = await person();
  await page.goto("/");
  const host = await hall.guest("Hanna");
  const table = await host.create({ ...QUICK, ruleset: "ludo", seats: 3, listed: true, title: "Friday" });
  await expect(page.getByRole("img", { name: "1 of 3 seats taken" })).toBeVisible();
  await (await hall.guest("Second")).sit(table.code);
  await expect(page.getByRole("img", { name: "2 of 3 seats taken" })).toBeVisible();
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${table.code}$`));
  await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
  await page.getByRole("button", { name: "Stand up" }).click();
  await expect.poll(async () => (await host.table(table.code)).seats.filter((seat) => seat.player).length).toBe(2);
});
