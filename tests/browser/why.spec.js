import { test, expect } from "./harness/test.js";
import { choices, enter, openTable, tray } from "./harness/play.js";
import { playTo } from "./harness/situations.js";

/** @typedef {import("@playwright/test").Page} Page */

// The dice are the hall's: what is looked for may take too long to come up, and is then looked for in another game.
test.describe.configure({ retries: 2, timeout: 60_000 });

/** A solo game at the point where the situation has come up. */
async function at(/** @type {Page} */ page, /** @type {import("./harness/situations.js").Situation} */ situation, /** @type {object} */ fields = {}) {
  const { code } = await openTable(page, { ruleset: "parchis-pairs", solo: true, bot_level: "easy", ...fields });
  await playTo(page, code, situation);
  await enter(page, code);
  await expect(choices(page).first()).toBeVisible();
  return code;
}

const hint = (/** @type {Page} */ page) => tray(page).locator(".hint");
const answers = (/** @type {Page} */ page) => tray(page).locator(".why li");

test("who asks why a piece cannot move reads and hears it, and sees the square that is in the way", async ({ person }) => {
  const { page } = await person();
  await at(page, "blocked");
  await expect(answers(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Why can the other pieces not move?" }).click();
  await expect(answers(page).first()).toHaveText(/^Piece \d: ./);
  await expect(page.locator(".marks .barred").first()).toBeVisible();
  const said = await answers(page).allTextContents();
  for (const text of said) await expect(page.locator(".announcer")).toContainText(text);
});

test("a press on a piece that cannot move, and its number on the keyboard, ask about that piece alone", async ({ person }) => {
  const { page } = await person();
  await at(page, "blocked");
  await page.keyboard.press("?");
  await expect(answers(page).first()).toHaveText(/^Piece \d: ./);
  const all = await answers(page).allTextContents();
  const numbers = all.map((text) => Number(/\d/.exec(text)?.[0]));
  await page.keyboard.press(String(numbers[0]));
  await expect(answers(page)).toHaveText([all[0]]);
  const last = numbers[numbers.length - 1], piece = page.locator(`.pieces [data-piece$=".${last - 1}"]`).and(page.locator('.pieces [data-piece^="0."]'));
  const box = await piece.boundingBox();
  if (!box) throw new Error("the piece is not drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(answers(page)).toHaveText([all[all.length - 1]]);
});

test("a five that must bring a piece out and a double that must break a block say so before the choice", async ({ person }) => {
  const { page } = await person();
  await at(page, "enter");
  await expect(hint(page)).toHaveText(/A five must bring a piece out\.|make 5: a piece must come out\./);
  await at(page, "break");
  await expect(hint(page)).toHaveText(/A double must break the block\./);
});

test("a bonus says how many squares, and is left where it may be", async ({ person }) => {
  const { page } = await person();
  await at(page, "bonus");
  await expect(tray(page).getByRole("heading")).toHaveText(/Bonus: (10|20) squares/);
  await expect(tray(page).getByRole("button", { name: "Leave the bonus" })).toHaveCount(0);
  await at(page, "decline", { ruleset: "parchis", seats: 2 });
  await expect(hint(page)).toHaveText(/You may leave it\./);
  await tray(page).getByRole("button", { name: "Leave the bonus" }).click();
  await expect(page.getByRole("list", { name: "What happened" })).toContainText("You left the bonus");
});

test("of two dice either may go first", async ({ person }) => {
  const { page } = await person();
  await at(page, "two");
  const dice = tray(page).locator(".dice .pick");
  await expect(dice).toHaveCount(2);
  const later = tray(page).locator('.dice .pick[aria-pressed="false"]'), n = await later.getAttribute("data-n");
  await later.click();
  await expect(tray(page).locator('.dice .pick[aria-pressed="true"]')).toHaveAttribute("data-n", String(n));
  await expect(hint(page)).toContainText(`Playing the ${n}.`);
});

test("who plays a partner's pieces is told whose they are", async ({ person }) => {
  const { page } = await person();
  await at(page, "helping");
  await expect(hint(page)).toContainText("pieces now.");
  await expect(choices(page).first()).toContainText("Red");
});
