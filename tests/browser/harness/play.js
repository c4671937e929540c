// What people do at a table, through what they see there.

import { expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("../../../static/js/protocol.js").Table} Table */

/** A table at which nobody waits for a bot. */
export const QUICK = { bot_pause_ms: 0, start_by: "first_seat" };

/** The tray: what is to be done now. */
export const tray = (/** @type {Page} */ page) => page.getByRole("region", { name: "Your move" });

export const rollButton = (/** @type {Page} */ page) => tray(page).getByRole("button", { name: "Roll", exact: true });

/** Every choice as a row in words. */
export const choices = (/** @type {Page} */ page) => tray(page).locator(".choice");

/** Opens a table's page and waits until it is live. */
export async function enter(/** @type {Page} */ page, /** @type {string} */ code) {
  await page.goto(`/t/${code}`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/** Who the person of a page is to the hall. */
export async function whoIs(/** @type {Page} */ page) {
  return page.evaluate(async () => (await (await fetch("/api/v1/me")).json()).player);
}

/**
 * The arm to act does what is to be done: it rolls, or takes the first choice.
 * @param {Page} page of the person who is to act
 * @param {Api} eye anybody who may see the table
 * @param {string} code
 * @returns {Promise<Table>} the table when the decision is over
 */
export async function act(page, eye, code) {
  const { ply } = await eye.table(code);
  await rollButton(page).or(choices(page).first()).first().click();
  return decided(eye, code, ply);
}

/** The table as soon as the decision `ply` is over. */
export async function decided(/** @type {Api} */ eye, /** @type {string} */ code, /** @type {number} */ ply) {
  const isOver = (/** @type {Table} */ table) => table.ply !== ply || table.phase !== "playing";
  await expect.poll(async () => isOver(await eye.table(code))).toBe(true);
  return eye.table(code);
}

/**
 * People play in turn until `enough`.
 * @param {Map<number, Page>} pages by arm; other arms act by themselves
 * @param {Api} eye
 * @param {string} code
 * @param {(table: Table) => boolean | Promise<boolean>} enough
 */
export async function playUntil(pages, eye, code, enough) {
  for (let decisions = 0; decisions < 3000; decisions++) {
    const table = await eye.table(code);
    if (await enough(table)) return table;
    const page = pages.get(table.position?.turn ?? -1);
    if (page) await act(page, eye, code);
    else await decided(eye, code, table.ply);
  }
  throw new Error("not enough after 3000 decisions");
}

/** How often each arm has moved by its owner's hand, from the record. */
export async function movesByHand(/** @type {Api} */ eye, /** @type {Table} */ table) {
  const record = await eye.record(table.game.id);
  /** @type {Map<number, number>} */
  const moves = new Map(table.seats.map((seat) => [seat.arm, 0]));
  for (const entry of record.entries) {
    if (entry.kind === "moved" && entry.by === "human") moves.set(entry.arm, (moves.get(entry.arm) ?? 0) + 1);
  }
  return moves;
}

/** Where all pieces are, in the words that a screen reader gets: the same for everybody at the table. */
export async function piecesInWords(/** @type {Page} */ page) {
  return page.getByRole("list", { name: "Players" }).locator("li > .vh").allTextContents();
}

/** What the log says, without names, which differ by who reads it. */
export async function logLines(/** @type {Page} */ page) {
  return page.getByRole("list", { name: "What happened" }).getByRole("listitem").allTextContents();
}

/** A call as the person of a page, who has been there already. */
export async function asPerson(/** @type {Page} */ page, /** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body = {}) {
  return page.evaluate(async ([method, path, body]) => {
    const answer = await fetch(`/api/v1${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }, /** @type {[string, string, object]} */ ([method, path, body]));
}

/** Somebody comes to the hall, and is somebody to it from then on. */
export async function arrive(/** @type {Page} */ page) {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "1 bot" })).toBeVisible();
}

/**
 * Somebody comes to the hall and opens a table, without looking at it yet.
 * @returns {Promise<Table>}
 */
export async function openTable(/** @type {Page} */ page, /** @type {object} */ fields) {
  await arrive(page);
  return asPerson(page, "POST", "/tables", { ...QUICK, ...fields });
}

/**
 * Plays by the keyboard alone until the end screen stands there.
 * @param {Page} page
 * @param {Api} eye
 * @param {string} code
 * @param {(decisions: number) => Promise<unknown>} [between] called before each decision
 */
export async function playToTheEnd(page, eye, code, between = async () => undefined) {
  for (let decisions = 0; decisions < 3000; decisions++) {
    await between(decisions);
    const { ply, phase } = await eye.table(code);
    if (phase !== "playing") return expect(page.locator("main.end").getByRole("button", { name: "New game" })).toBeVisible();
    // The page follows the hall by a moment: a press may come before there is anything to press, and is made again.
    const goesOn = async () => {
      await press(page);
      const now = await eye.table(code);
      return now.ply !== ply || now.phase !== "playing";
    };
    await expect.poll(goesOn, { intervals: [10, 25, 50, 100, 250] }).toBe(true);
  }
  throw new Error("no end after 3000 decisions");
}

/** Presses the key of what is to be done, if there is anything. */
async function press(/** @type {Page} */ page) {
  if (await rollButton(page).isVisible()) return page.keyboard.press("Space");
  const name = choices(page).first().locator(".ms");
  if (!(await name.isVisible())) return;
  const words = await name.textContent({ timeout: 500 }).catch(() => null);
  if (words !== null) await page.keyboard.press(words.trim().charAt(0) || "1");
}
