import { test, expect } from "./harness/test.js";
import { expectAccessible } from "./harness/axe.js";
import { asPerson, choices, enter, rollButton } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Each screen of the hall, and what tells that it stands there. */
const SCREENS = {
  lobby: async (/** @type {Page} */ page) => {
    await page.goto("/");
    await expect(page.locator("form.solo button, form button").first()).toBeVisible();
  },
  create: async (/** @type {Page} */ page) => {
    await page.goto("/create");
    await expect(page.getByRole("radio").first()).toBeAttached();
  },
  waiting: async (/** @type {Page} */ page) => {
    await open(page, { ruleset: "ludo", seats: 4 });
    await expect(page.locator("img[src$='qr.svg']").first()).toBeVisible();
  },
  settings: async (/** @type {Page} */ page) => {
    await SCREENS.waiting(page);
    await page.locator("section .row.between > .btn").click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  table: async (/** @type {Page} */ page) => {
    await open(page, { ruleset: "parchis", seats: 4, solo: true, bot_pause_ms: 5000, start_by: "first_seat" });
    // By its class, as this screen is shown in other languages too.
    await expect(page.locator("button.go")).toBeVisible();
    await page.keyboard.press("Space");
    await expect(page.locator(".choice").first()).toBeVisible();
  },
  verify: async (/** @type {Page} */ page) => {
    await page.goto("/verify");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
};

/** Opens a table as the page's own person and goes there. */
async function open(/** @type {Page} */ page, /** @type {object} */ fields) {
  await SCREENS.lobby(page);
  const { code } = await asPerson(page, "POST", "/tables", fields);
  await enter(page, code);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`every screen is accessible as far as a machine can tell, ${colorScheme}`, async ({ person }) => {
    const { page } = await person({ colorScheme });
    for (const show of Object.values(SCREENS)) {
      await show(page);
      await expectAccessible(page);
    }
  });
}

test("no page scrolls sideways, from 320 px on, in both directions", async ({ person }) => {
  const { page } = await person({ viewport: { width: 320, height: 640 } });
  for (const [name, show] of Object.entries(SCREENS)) {
    await show(page);
    for (const dir of ["ltr", "rtl"]) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
      const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
      expect(scroll, `${name} ${dir}`).toBeLessThanOrEqual(client);
    }
  }
});

test("the hall speaks Russian, whole", async ({ person }) => {
  const { page } = await person({ locale: "ru-RU" });
  for (const show of Object.values(SCREENS)) {
    await show(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    const words = await page.locator("body").innerText();
    expect(words).toMatch(/[а-яё]{3}/i);
    // A key that no catalogue has would stand there as it is.
    expect(words).not.toMatch(/\b(tray|seat|log|row|end|conn|away|lobby|create|waiting|rules|gate|verify)\.[a-z_]+/);
  }
});

test("a game can be begun and played by the keyboard from the lobby on", async ({ person }) => {
  const { page } = await person();
  await SCREENS.lobby(page);
  await page.getByRole("button", { name: "1 bot" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);
  await expect(rollButton(page).or(choices(page).first()).first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Space");
  await expect(page.getByRole("list", { name: "What happened" }).getByText(/^You rolled/).first()).toBeVisible();
});
