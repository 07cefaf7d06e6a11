import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { build, exitWithError, install, pinnedNode, run } from "./bootstrap.mjs";

/** @typedef {{ passed: number, failed: number }} Tally */

const REPORTER = "./scripts/test-reporter.mjs";
const reports = mkdtempSync(join(tmpdir(), "zoo-tests-"));
const only = process.argv[2]; // "unit" or "e2e"; both by default
/** @type {unknown} */
let buildFailure;
/** @type {Tally} */
const total = { passed: 0, failed: 0 };
/** Of the first runner, whose output is far above the end. @type {string[]} */
const failedTests = [];

try {
  await install();
  await build().catch((error) => (buildFailure = error));
  if (only !== "e2e") await add(unitTests);
  if (only !== "unit") await add(browserTests);
} catch (error) {
  exitWithError(error);
  total.failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

process.exitCode = total.failed > 0 ? 1 : 0;
for (const name of failedTests) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);

/**
 * Adds the result of a runner. One that cannot run counts as a failure; the other still runs.
 * @param {() => Promise<Tally>} tests
 */
async function add(tests) {
  try {
    const { passed, failed } = await tests();
    total.passed += passed;
    total.failed += failed;
  } catch (error) {
    exitWithError(error);
    total.failed += 1;
  }
}

async function unitTests() {
  const report = join(reports, "vitest.json");
  const { status } = await run(
    pinnedNode(),
    ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", `--reporter=${REPORTER}`],
    { env: { ...process.env, TEST_REPORT: report } },
  );
  return tally("vitest", status, report, ({ passed, failures }) => {
    failedTests.push(...failures);
    return { passed, failed: failures.length };
  });
}

async function browserTests() {
  if (buildFailure) throw buildFailure;
  const chromium = await ensureChromium();
  const report = join(reports, "playwright.json");
  const { status } = await run(
    pinnedNode(),
    ["node_modules/playwright/cli.js", "test", "--reporter=list,json"],
    { env: { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return tally("playwright", status, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

/**
 * @param {string} runner
 * @param {number} status exit code of the runner; anything but 0 is at least one failure
 * @param {string} report
 * @param {(report: any) => Tally} count
 */
function tally(runner, status, report, count) {
  const isWritten = existsSync(report);
  const { passed, failed } = isWritten
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0 };
  if (failed > 0 || (isWritten && status === 0)) return { passed, failed };
  failedTests.push(`${runner} ended with ${status}, without a test that failed`);
  return { passed, failed: 1 };
}
