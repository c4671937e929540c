import { test, expect } from "./harness/test.js";

test("the hall opens, and its page complains about nothing", async ({ person }) => {
  const { page } = await person();
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle(/Ludohall/);
  await expect(page.getByRole("main")).toBeVisible();
});

test("a hall that was killed comes back on the same port with the same tables", async ({ hall }) => {
  const host = await hall.guest("Ada");
  const table = await host.create({ ruleset: "ludo" });
  await hall.kill();
  await hall.up();
  expect((await host.table(table.code)).seats).toEqual(table.seats);
});
