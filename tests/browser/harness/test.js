// `test` with a hall and people in it. A test imports `test` and `expect` from here.

import { test as base, expect } from "@playwright/test";
import { Hall } from "./hall.js";

export { expect };

/**
 * Somebody with a browser.
 * @typedef {object} Person
 * @property {import("@playwright/test").Page} page
 * @property {import("@playwright/test").BrowserContext} context
 * @property {string[]} errors what the page complained about; must be empty at the end
 */

/**
 * @typedef {object} Fixtures
 * @property {string[]} hallArgs further arguments of `ludohall serve`
 * @property {Hall} hall a hall that nobody else uses
 * @property {(options?: import("@playwright/test").BrowserContextOptions) => Promise<Person>} person opens a browser
 * @property {boolean} networkFails whether the test cuts the network or the hall, so that complaints about that are expected
 */

/** What a browser says when a server is not there: right in tests that take it away. */
const NETWORK = /net::ERR_|WebSocket|Failed to fetch|Failed to load resource/;

export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<Fixtures, {}, import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions>} */ ({
    hallArgs: [[], { option: true }],
    networkFails: [false, { option: true }],

    hall: async ({ hallArgs }, use, info) => {
      const hall = await Hall.start(...hallArgs);
      await use(hall);
      await hall.close();
      if (info.status !== info.expectedStatus) {
        await info.attach("hall.log", { body: hall.log, contentType: "text/plain" });
      }
    },

    person: async ({ browser, hall, networkFails }, use) => {
      /** @type {Person[]} */
      const people = [];
      await use(async (options = {}) => {
        const context = await browser.newContext({
          baseURL: hall.url,
          locale: "en-US",
          reducedMotion: "reduce",
          ...options,
        });
        const person = { context, page: await context.newPage(), errors: /** @type {string[]} */ ([]) };
        listen(person);
        people.push(person);
        return person;
      });
      const errors = people.flatMap((person) => person.errors);
      await Promise.all(people.map((person) => person.context.close()));
      expect(errors.filter((text) => !(networkFails && NETWORK.test(text)))).toEqual([]);
    },
  }),
);

/** Notes every complaint of any page of a person. */
function listen(/** @type {Person} */ { context, errors }) {
  context.on("weberror", (event) => errors.push(String(event.error())));
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
}
