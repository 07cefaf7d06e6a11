import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MALLOC_ENV, SERVER_FLAGS } from "../../../scripts/bootstrap.mjs";

const REMIX = "node_modules/@remix-run/dev/dist/cli.js";
const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/playwright/cli.js";
const SCRIPT = "console.log('a page of the zoo');\n".repeat(50);

let clone: string;
const path = (name: string) => join(clone, name);
const put = (name: string, text: string) => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
};

/** A clone of the project whose programs only do as if. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "zoo-clone-"));
  cpSync("scripts", path("scripts"), { recursive: true });
  for (const name of ["postcss.config.js", "remix.config.js", "tsconfig.json"]) put(name, "");
  for (const name of ["app/root.tsx", "db/schema.ts", "public/favicon.svg"]) put(name, "");
  put("package.json", '{ "type": "module" }');
  put("package-lock.json", '{ "packages": {} }');
  put("node_modules/.package-lock.json", '{ "packages": {} }');
  put(
    REMIX,
    `const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
    appendFileSync("built", ".");
    for (const folder of ["build", "public/build"]) mkdirSync(folder, { recursive: true });
    writeFileSync("build/index.js", process.env.NODE_ENV);
    writeFileSync("public/build/root.js", ${JSON.stringify(SCRIPT)});`,
  );
  put("node_modules/@remix-run/dev/package.json", "{}");
  put("scripts/merge-chunks.mjs", "export const mergeChunks = () => {};");
  put("server/main.ts", "console.log('open in', process.env.NODE_ENV); process.exitCode = 2;");
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

function entry(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const command = [path(`scripts/${script}`), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env: { ...process.env, CHROMIUM: "/bin/true", ...env },
    encoding: "utf8",
  });
  return { status, said: stdout.trim(), complained: stderr.trim() };
}
const timesBuilt = () => (existsSync(path("built")) ? readFileSync(path("built")).length : 0);

describe("npm start", () => {
  test("exits like the server, and rebuilds only after changes", () => {
    expect(entry("start.mjs")).toEqual({
      status: 2,
      said: "Building the site …\nopen in production",
      complained: "",
    });
    expect(entry("start.mjs")).toMatchObject({ status: 2, said: "open in production" });
    expect(timesBuilt()).toBe(1);
    for (const changed of ["app/root.tsx", "build/index.js"]) {
      appendFileSync(path(changed), "// changed\n");
      entry("start.mjs");
    }
    expect(timesBuilt()).toBe(3);
  });

  test("starts nothing after a failed build, and rebuilds next time", () => {
    entry("start.mjs");
    const builds = readFileSync(path(REMIX), "utf8");
    put(REMIX, `${builds}; console.error("no such module"); process.exit(1);`);
    appendFileSync(path("app/root.tsx"), "// changed\n");
    expect(entry("start.mjs")).toEqual({
      status: 1,
      said: "Building the site …",
      complained: "The build failed:\nno such module",
    });
    put("app/root.tsx", ""); // as it was at the first start
    put(REMIX, builds);
    expect(entry("start.mjs").said).toBe("Building the site …\nopen in production");
  });

  test("exits like the server when it is told to stop, which its server is told too", () => {
    put(
      "server/main.ts",
      'process.on("SIGTERM", () => process.exit(3)); process.kill(process.ppid, "SIGTERM"); setTimeout(() => {}, 5_000)',
    );
    expect(entry("start.mjs").status).toBe(3);
  });

  test("installs nothing through a symbolic link", () => {
    rmSync(path("node_modules"), { recursive: true });
    symlinkSync("theirs", path("node_modules"));
    expect(entry("start.mjs", [], { PATH: "/nowhere" }).complained).toBe(
      "node_modules is a symlink whose packages do not match package-lock.json.",
    );
  });

  test("each text file of the build has a current compressed copy", () => {
    put("public/build/old.js.br", "let zoo;");
    entry("start.mjs");

    const built = (name: string) => path(`public/build/${name}`);
    expect(brotliDecompressSync(readFileSync(built("root.js.br"))).toString()).toBe(SCRIPT);
    expect(gunzipSync(readFileSync(built("root.js.gz"))).toString()).toBe(SCRIPT);
    expect(existsSync(built("old.js.br"))).toBe(false);
  });
});

test("npm run serve opens what is there, with the settings of npm start", () => {
  rmSync(path("node_modules/.package-lock.json"));
  put(
    "server/main.ts",
    "console.log(process.execArgv.join(' '), process.env.MALLOC_ARENA_MAX, process.env.NODE_ENV)",
  );
  expect(entry("start.mjs", ["--built"])).toEqual({
    status: 0,
    said: `${SERVER_FLAGS.join(" ")} ${MALLOC_ENV.MALLOC_ARENA_MAX} production`,
    complained: "",
  });
  expect(timesBuilt()).toBe(0);
});

describe("npm test", () => {
  const UNIT = { passed: 3, failures: [] as string[] };
  const BROWSER = { stats: { expected: 2, flaky: 0, unexpected: 0 }, errors: [] as object[] };

  /** Runners that leave these reports, or none, and end so. */
  function run(unit: unknown, browser: unknown, ends = [0, 0]) {
    const leave = (report: unknown, file: string, status = 0) =>
      `${report ? `require("node:fs").writeFileSync(${file}, ${JSON.stringify(JSON.stringify(report))});` : ""}
      process.exit(${status});`;
    put(
      VITEST,
      `import { createRequire } from "node:module";
      const require = createRequire(import.meta.url); ${leave(unit, "process.env.TEST_REPORT", ends[0])}`,
    );
    put(PLAYWRIGHT, leave(browser, "process.env.PLAYWRIGHT_JSON_OUTPUT_FILE", ends[1]));
    put("node_modules/playwright/package.json", "{}");
    const { status, said } = entry("test.mjs");
    return { result: said.split("\n").at(-1), status, said };
  }

  test("adds up the results of both runners", () => {
    expect(run(UNIT, BROWSER)).toMatchObject({ result: "5 passed, 0 failed", status: 0 });
  });

  test.each<[string, unknown, unknown, number[], string]>([
    ["a failed test", { ...UNIT, failures: ["a"] }, BROWSER, [1, 0], "5 passed, 1 failed"],
    ["a runner without a report", undefined, BROWSER, [0, 0], "2 passed, 1 failed"],
    [
      "a runner that ends badly in spite of its report",
      UNIT,
      BROWSER,
      [0, 1],
      "5 passed, 1 failed",
    ],
    [
      "an error outside every test",
      UNIT,
      { ...BROWSER, errors: [{}, {}] },
      [1, 1],
      "5 passed, 3 failed",
    ],
    [
      "a second attempt that passes, and a failed one",
      UNIT,
      { ...BROWSER, stats: { expected: 1, flaky: 1, unexpected: 1 } },
      [0, 1],
      "4 passed, 2 failed",
    ],
  ])("%s is a failure", (_, unit, browser, ends, result) => {
    expect(run(unit, browser, ends)).toMatchObject({ result, status: 1 });
  });

  test("a failed test is named above the result, with its reason", () => {
    const unit = { ...UNIT, failures: ["gate.test.ts: a gate opens\nit is shut"] };
    const { result, said } = run(unit, BROWSER, [1, 0]);
    expect(result).toBe("5 passed, 1 failed");
    expect(said).toContain("failed: gate.test.ts: a gate opens\nit is shut");
  });

  test("a runner that ends badly without a failed test is named above the result", () => {
    expect(run(UNIT, BROWSER, [1, 0]).said).toContain("failed: vitest ended with 1");
    expect(run(UNIT, BROWSER, [0, 1]).said).toContain("failed: playwright ended with 1");
  });

  test("prints no result when interrupted", () => {
    put(
      VITEST,
      'process.on("SIGTERM", () => process.exit(1)); process.kill(process.ppid, "SIGTERM"); setTimeout(() => {}, 5_000);',
    );
    put(PLAYWRIGHT, 'require("node:fs").writeFileSync("browsed", "");');
    const { status, said } = entry("test.mjs");
    expect([status, said]).toEqual([1, expect.not.stringContaining("passed")]);
    expect(existsSync(path("browsed"))).toBe(false);
  });

  test("a failed build is a failure, and other tests still run", () => {
    put(REMIX, "process.exit(1)");
    expect(run(UNIT, BROWSER)).toMatchObject({ result: "3 passed, 1 failed", status: 1 });
  });
});
