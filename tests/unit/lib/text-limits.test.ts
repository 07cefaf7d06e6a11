import { expect, test } from "vitest";
import { truncate } from "~/lib/text-limits";

test.each([
  ["A striped cat", 13, "A striped cat"],
  ["A striped cat", 12, "A striped…"],
  ["A striped cat", 9, "A striped…"],
  ["A striped\n\ncat of the forests", 11, "A striped…"],
  ["Hippopotamus", 5, "Hippo…"],
  ["🐅🐅🐅🐅", 4, "🐅🐅🐅🐅"],
  ["🐅🐅🐅🐅", 3, "🐅🐅🐅…"],
  ["", 5, ""],
])("%j in %i letters is %j", (text, most, beginning) => {
  expect(truncate(text, most)).toBe(beginning);
});
