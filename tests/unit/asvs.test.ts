import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLedger, troubleWith } from "../../scripts/asvs.mjs";

const page = readFileSync("docs/asvs.md", "utf8");
const rows = readLedger(page);

test("each requirement of the ledger is answered by a test that is there, or by a reason", () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
  expect(troubleWith(rows)).toEqual([]);
  expect(rows.filter(({ kind }) => kind === "test").length).toBeGreaterThanOrEqual(90);
});

test.each([
  ["| 1.1.1 | 1 | a | `tests/unit/none.test.ts` x |", "1.1.1: there is no tests/unit/none.test.ts"],
  [
    "| 1.1.1 | 1 | a | `tests/unit/money.test.ts` no such test |",
    "1.1.1: tests/unit/money.test.ts has no test named “no such test”",
  ],
  ["| 1.1.1 | 2 | a | it is fine |", "1.1.1 has no answer"],
  ["| 1.1.1 | 2 | a | Reason: x |\n| 1.1.1 | 2 | b | Reason: x |", "1.1.1 stands twice"],
])("a row such as %j is found", (line, trouble) => {
  expect(troubleWith(readLedger(line))).toEqual([trouble]);
});
