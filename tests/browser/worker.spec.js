import { test, expect } from "./harness/test.js";
import { Versions } from "./harness/versions.js";

/** @typedef {import("@playwright/test").Page} Page */

test.use({ networkFails: true });

/** The paths that the service worker has kept. */
const kept = (/** @type {Page} */ page) =>
  page.evaluate(async () => {
    const cache = await caches.open("ludohall-shell");
    return (await cache.keys()).map((request) => new URL(request.url).pathname);
  });

/** Waits until the worker holds this page, with all that any page needs. */
async function held(/** @type {Page} */ page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.getByRole("button", { name: "1 bot" })).toBeVisible();
}

test("the shell comes from what was kept when the hall is away, and the page is back by itself", async ({ hall, person }) => {
  const { page } = await person();
  await page.goto("/");
  await held(page);
  const paths = await kept(page);
  expect(paths).toContain("/");
  // Also what was never opened yet, in both languages.
  for (const file of ["js/pages/table.js", "js/pages/verify.js", "js/i18n/ru.js", "css/tokens.css"]) expect(paths.some((path) => path.endsWith(file)), file).toBe(true);
  expect(paths.filter((path) => path.startsWith("/api"))).toEqual([]);

  await hall.kill();
  await page.goto("/create");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await page.evaluate(() => fetch("/api/v1/rulesets").then(() => "answered", () => "nothing"))).toBe("nothing");
  await hall.up();
  await expect(page.getByRole("heading", { name: "Open a table" })).toBeVisible();
  expect((await kept(page)).filter((path) => path.startsWith("/api"))).toEqual([]);
});

test("a new version comes with the next page, and pages of the old one do not die", async ({ hall, person }) => {
  const versions = await Versions.of(hall.port);
  const { page: old, context } = await person({ baseURL: versions.url });
  await old.goto("/");
  await held(old);
  const [before, first] = [versions.folder, await kept(old)];
  expect(first.filter((path) => path.startsWith("/a/")).every((path) => path.startsWith(before))).toBe(true);

  versions.renew();
  // The old page goes on with its own files, although the hall has them no more.
  await old.getByRole("link", { name: "Check dice" }).first().click();
  await expect(old.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await old.evaluate(() => document.querySelector("script")?.src)).toContain(before);

  const fresh = await context.newPage();
  await fresh.goto("/");
  await held(fresh);
  expect(await fresh.evaluate(() => document.querySelector("script")?.src)).toContain(versions.folder);
  await expect.poll(async () => (await kept(fresh)).filter((path) => path.startsWith("/a/") && !path.startsWith(versions.folder))).toEqual([]);
  expect((await kept(fresh)).length).toBe(first.length);

  // Neither hall nor worker has the code of a page that the old one never opened: the browser does, or the page loads itself anew.
  await old.getByRole("link", { name: "Open a table" }).first().click();
  await expect(old.getByRole("heading", { name: "Open a table" })).toBeVisible();
  await old.reload();
  await expect(old.getByRole("heading", { name: "Open a table" })).toBeVisible();
  expect(await old.evaluate(() => document.querySelector("script")?.src)).toContain(versions.folder);
  expect(versions.asked.filter((path) => path.endsWith("protocol.js"))).toEqual([]);
  versions.close();
});
