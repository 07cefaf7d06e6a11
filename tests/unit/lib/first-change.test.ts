import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the diffs of the first change in docs/architecture.md apply", () => {
  const blocks = readFileSync("docs/architecture.md", "utf8").matchAll(/```diff\n(.*?\n)```/gs);
  const diff = [...blocks].map(([, block]) => block).join("");

  const { stderr } = spawnSync("git", ["apply", "--check", "-"], { input: diff, encoding: "utf8" });
  expect([diff.match(/^diff /gm)?.length, stderr]).toEqual([9, ""]);
});
