import { defineConfig } from "playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 3, // each uses about 0.6 of a core
  retries: 0, // a test that passes only at its second attempt is a failure
  timeout: 240_000, // a busy machine is no failure
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox", // Chromium refuses to run as root with one
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--js-flags=--no-opt --no-maglev", // a test is over before its pages gain from better code
      ],
    },
  },
  projects: [
    { name: "with JavaScript" },
    // What only script adds, and what is the same without, is tested once.
    {
      name: "without JavaScript",
      use: { javaScriptEnabled: false },
      grep: /@both/,
      testIgnore: /(wire|mail-outage|production|begin-and-end)\.spec/, // they ask no browser
    },
  ],
});
