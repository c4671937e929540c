// What a machine can tell about accessibility, by axe-core.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";

const require = createRequire(import.meta.url);
const source = readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails where axe finds something wrong by WCAG 2.2 AA.
 * @param {import("@playwright/test").Page} page
 */
export async function expectAccessible(page) {
  // Evaluated, not added as a script: the page's own policy forbids inline scripts.
  await page.evaluate(await source);
  const violations = await page.evaluate(async () => {
    const axe = /** @type {any} */ (globalThis).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return found.violations.map((/** @type {any} */ violation) => ({
      rule: violation.id,
      where: violation.nodes.map((/** @type {any} */ node) => node.target.join(" ")).slice(0, 5),
    }));
  });
  expect(violations).toEqual([]);
}
