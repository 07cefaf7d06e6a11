import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingRequirements, parseChecklist, problemsIn } from "../../../scripts/check-asvs.mjs";

const page = readFileSync("docs/asvs.md", "utf8");
const rows = parseChecklist(page);

test("every requirement has an existing test or a reason", () => {
  expect(missingRequirements(rows)).toEqual([]);
  expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
  expect(problemsIn(rows)).toEqual([]);
  expect(rows.filter(({ kind }) => kind === "test").length).toBeGreaterThanOrEqual(110);
});

test("detects a requirement without a row", () => {
  const some = rows.filter(({ number }) => number !== "8.2.2" && number !== "16.5.3");
  expect(missingRequirements(some)).toEqual(["8.2.2", "16.5.3"]);
});

test.each([
  ["| 1.1.1 | 1 | a | `tests/unit/none.test.ts` x |", "1.1.1: there is no tests/unit/none.test.ts"],
  [
    "| 1.1.1 | 1 | a | `tests/unit/lib/money.test.ts` no such test |",
    "1.1.1: tests/unit/lib/money.test.ts has no test named “no such test”",
  ],
  ["| 1.1.1 | 2 | a | it is fine |", "1.1.1 has no answer"],
  ["| 1.1.1 | 2 | a | Reason: x |\n| 1.1.1 | 2 | b | Reason: x |", "1.1.1 stands twice"],
])("rejects the row %j", (line, trouble) => {
  expect(problemsIn(parseChecklist(line))).toEqual([trouble]);
});
