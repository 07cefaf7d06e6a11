import { expect, test } from "vitest";
import { problemsInChecklist } from "../../../scripts/check-asvs.mjs";

test("every requirement of ASVS has an existing test file or a reason", () => {
  expect(problemsInChecklist()).toEqual([]);
});
