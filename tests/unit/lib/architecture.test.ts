import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the first change of docs/architecture.md applies to the code", () => {
  const page = readFileSync("docs/architecture.md", "utf8");
  const diffs = [...page.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, diff]) => diff);

  const { stderr, status } = spawnSync("git", ["apply", "--check", "-"], {
    input: diffs.join(""),
    encoding: "utf8",
  });

  expect([stderr, status, diffs.length]).toEqual(["", 0, 9]);
});
