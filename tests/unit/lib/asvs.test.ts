import { expect, test } from "vitest";
import { problemsInChecklist } from "../../support/check-asvs.mjs";

test("every requirement of ASVS has an existing test file or a reason", () => {
  expect(problemsInChecklist()).toEqual([]);
});
