import { defineConfig } from "@playwright/test";

/** Nothing that a browser does on its own account belongs in a test. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-quic",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-pings",
];
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.js",
  outputDir: "results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: process.env.LUDOHALL_CHROMIUM ?? "/usr/bin/chromium",
      chromiumSandbox: !asRoot,
      args: QUIET,
    },
  },
});
