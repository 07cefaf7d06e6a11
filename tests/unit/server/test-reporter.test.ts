import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** What the reporter writes of these files of tests. */
function reportOf(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "zoo-reporter-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const report = join(root, "report.json");
  const reporter = `--reporter=${resolve("scripts/test-reporter.mjs")}`;
  spawnSync(
    process.execPath,
    [resolve("node_modules/vitest/vitest.mjs"), "run", "--globals", "--root", root, reporter],
    { env: { ...process.env, TEST_REPORT: report } },
  );
  return JSON.parse(readFileSync(report, "utf8")) as { passed: number; failures: string[] };
}

test("each failure is told with its reason, whether or not it is of a test", () => {
  const { passed, failures } = reportOf({
    "fine.test.js": 'test("opens", () => {});',
    "gate.test.js": `test("shuts", () => expect({ isOpen: true }).toEqual({ isOpen: false }));
      test("waits", () => void Promise.reject(new Error("nobody came")));
      describe("at night", () => { afterAll(() => { throw new Error("no key") }); test("rests", () => {}); });`,
    "lost.test.js": 'import "./nowhere.js"; test("leads", () => {});',
  });

  expect([passed, failures.length]).toEqual([3, 4]);
  for (const reason of [
    /^outside of any test: Error: nobody came/,
    /^gate.test.js: shuts\nAssertionError: .*-   "isOpen": false,\n\+   "isOpen": true,/s,
    /^gate.test.js: at night\nError: no key/,
    /^lost.test.js: \nError: Cannot find module '.\/nowhere.js'/,
  ])
    expect(failures).toContainEqual(expect.stringMatching(reason));
});
