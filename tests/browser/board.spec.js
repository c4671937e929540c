// The board and the tray of a game in a real browser: drawn from geometry, chosen from in every way, once.

import { test, expect } from "./harness/test.js";
import { expectAccessible } from "./harness/axe.js";
import { asPerson } from "./harness/play.js";

/** @typedef {import("@playwright/test").Page} Page */

const SOLO = { ruleset: "ludo", seats: 4, solo: true, bot_pause_ms: 0, start_by: "first_seat" };

/**
 * Opens a table of the browser's own guest and shows it.
 * @param {Page} page
 * @param {object} fields
 */
async function open(page, fields) {
  // Before the page asks for a session of its own, so that both are the same guest.
  await page.request.post("/api/v1/session", { data: {} });
  await page.goto("/");
  await expect(page.getByRole("main")).toBeVisible();
  const { code } = await asPerson(page, "POST", "/tables", fields);
  await page.goto(`/t/${code}`);
  await expect(page.locator(".board .picture")).toBeVisible();
  return code;
}

/** Waits until this person may act, or the game is over. @param {Page} page */
const awaited = (page) => page.locator('.choices button:not([aria-disabled="true"]), .end:not([hidden])').first().waitFor();

/** Rolls until there is something to choose. @param {Page} page */
async function rollToChoice(page) {
  for (let i = 0; i < 300; i++) {
    await awaited(page);
    if (await page.locator(".choice").count()) return;
    const ply = await page.evaluate(() => document.querySelectorAll(".log li").length);
    await page.keyboard.press("Space");
    await page.waitForFunction((n) => document.querySelectorAll(".log li").length !== n || document.querySelector(".choice"), ply, { timeout: 5_000 })
      .catch(() => {}); // pressed while a bot was still to act: once more
  }
  throw new Error("nothing to choose in 300 rolls");
}

/** Notes what the page sends over its socket. @param {Page} page */
function listen(page) {
  /** @type {any[]} */
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)))));
  return sent;
}

test("a board nobody has seen is drawn from the geometry of the rulesets alone", async ({ person }) => {
  const { page } = await person();
  await page.route("**/api/v1/rulesets", async (route) => {
    const answer = await route.fetch(), body = await answer.json();
    const board = body.rulesets.find((/** @type {any} */ r) => r.id === "ludo").boards[0];
    board.cells = {
      ...board.cells,
      ring: board.cells.ring.map((/** @type {unknown} */ _, /** @type {number} */ i) => [(i % 13) * 2 + 1, Math.floor(i / 13) * 3 + 1]),
      lanes: board.cells.lanes.map((/** @type {unknown[]} */ lane, /** @type {number} */ arm) => lane.map((_, i) => [i * 2 + 1, arm + 14])),
      bases: board.cells.bases.map((/** @type {unknown[]} */ base, /** @type {number} */ arm) => base.map((_, i) => [30 + i * 2, arm * 4 + 2])),
    };
    await route.fulfill({ response: answer, json: body });
  });
  await open(page, SOLO);
  await expect(page.locator(".ground [data-square]")).toHaveCount(52 + 20);
  await expect(page.locator(".pieces [data-piece]")).toHaveCount(16);
  const inside = await page.evaluate(() => {
    const slab = document.querySelector(".slab")?.getBoundingClientRect();
    return [...document.querySelectorAll(".ground [data-square], .pieces [data-piece]")].every((el) => {
      const r = el.getBoundingClientRect();
      return slab && r.left >= slab.left - 1 && r.right <= slab.right + 1 && r.top >= slab.top - 1 && r.bottom <= slab.bottom + 1;
    });
  });
  expect(inside).toBe(true);
});

// U04, T02.
test("a double press rolls once and moves once, by the board, by the row, by the keyboard", async ({ person }) => {
  const { page } = await person();
  const sent = listen(page);
  await open(page, SOLO);
  await rollToChoice(page);
  const rolls = sent.filter((m) => m.do === "roll");
  expect(new Set(rolls.map((m) => m.ply)).size).toBe(rolls.length);
  for (const press of [
    () => page.locator(".target").first().dblclick(),
    () => page.locator(".choice").first().dblclick(),
    async () => { const n = await page.locator(".choice .pn").first().textContent(); await page.keyboard.press(String(n)); await page.keyboard.press(String(n)); },
  ]) {
    await rollToChoice(page);
    const before = sent.filter((m) => m.do === "move").length;
    await press();
    await awaited(page);
    const moves = sent.filter((m) => m.do === "move").slice(before);
    expect(new Set(moves.map((m) => m.ply)).size).toBe(moves.length);
    expect(moves.length).toBeGreaterThan(0);
  }
});

test("arrow keys go from piece to piece, Enter chooses, and each choice has a name", async ({ person }) => {
  const { page } = await person();
  const sent = listen(page);
  await open(page, SOLO);
  await rollToChoice(page);
  const targets = page.locator(".target");
  for (const name of await targets.evaluateAll((all) => all.map((b) => b.getAttribute("aria-label")))) expect(name).toMatch(/^Piece \d: ./);
  await targets.first().focus();
  const count = await targets.count();
  for (let i = 0; i < count; i++) await page.keyboard.press("ArrowRight");
  await expect(targets.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => sent.filter((m) => m.do === "move").length).toBe(1);
});

// A01.
test("every line of the log is spoken once, in one polite region", async ({ person }) => {
  const { page } = await person();
  await open(page, SOLO);
  await expect(page.locator('[aria-live="polite"].announcer')).toHaveCount(1);
  await page.evaluate(() => {
    const heard = /** @type {any} */ (globalThis).heard = /** @type {string[]} */ ([]);
    const region = document.querySelector(".announcer");
    if (region) new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => heard.push(n.textContent ?? "")))).observe(region, { childList: true });
  });
  await rollToChoice(page);
  await page.locator(".choice").first().click();
  await awaited(page);
  const heard = await page.evaluate(() => /** @type {any} */ (globalThis).heard);
  expect(heard.filter((/** @type {string} */ text) => /^You (moved|brought|captured)/.test(text))).toHaveLength(1);
  expect(heard.length).toBeGreaterThan(2);
});

// U02.
test("moves are shown, and a press ends the showing", async ({ person }) => {
  const { page } = await person({ reducedMotion: "no-preference" });
  await open(page, { ...SOLO, bot_pause_ms: 300 });
  await rollToChoice(page);
  await page.evaluate(() => {
    const seen = /** @type {any} */ (globalThis).moved = /** @type {string[]} */ ([]);
    const animate = Element.prototype.animate;
    Element.prototype.animate = /** @type {typeof animate} */ (function (/** @type {any} */ frames, /** @type {any} */ options) { if (this.matches("[data-piece]")) seen.push(this.getAttribute("data-piece") ?? ""); return animate.call(this, frames, options); });
  });
  await page.locator(".choice").first().click();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).moved.length > 0);
  await page.locator(".log").click();
  await expect.poll(() => page.evaluate(() => document.getAnimations().filter((a) => a.effect instanceof KeyframeEffect && a.effect.target?.matches("[data-piece]")).length)).toBe(0);
});

// U07.
test("a reload shows the table as it is, without moving anything", async ({ person }) => {
  const { page } = await person({ reducedMotion: "no-preference" });
  await open(page, SOLO);
  await rollToChoice(page);
  const where = () => page.locator(".pieces [data-piece]").evaluateAll((all) => all.map((el) => `${el.getAttribute("data-piece")} ${el.getAttribute("data-square")}`).sort());
  const before = await where(), ticks = await page.locator(".marks .last").count(), faces = await page.locator(".seat .d .die").count();
  await page.reload();
  await expect(page.locator(".choice").first()).toBeVisible();
  expect(await where()).toEqual(before);
  await expect(page.locator(".marks .last")).toHaveCount(ticks);
  await expect(page.locator(".seat .d .die")).toHaveCount(faces);
  await expect(page.locator(".log li").last()).toContainText("You rolled");
});

for (const [name, width, height] of /** @type {[string, number, number][]} */ ([["a desk", 1280, 800], ["a tablet", 768, 1024], ["a phone", 360, 740], ["a small phone", 320, 568], ["a phone lying down", 740, 360]])) {
  // U06.
  test(`${name} shows the whole table at once, with targets of 44 px`, async ({ person }) => {
    const { page } = await person({ viewport: { width, height } });
    await open(page, SOLO);
    await rollToChoice(page);
    const seen = await page.evaluate(() => ({
      scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
      small: [...document.querySelectorAll("main button")].filter((b) => { const r = b.getBoundingClientRect(); return r.width > 0 && (r.width < 43.5 || r.height < 43.5); }).map((b) => b.outerHTML),
    }));
    expect(seen).toEqual({ scrolls: false, small: [] });
    await expectAccessible(page);
  });
}
