import { expect, test } from "vitest";
import { requiredText } from "~/lib/text-fields.schema";
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

test("a limit counts an emoji as one character", () => {
  const name = requiredText("Name is missing", 60);

  expect(name.safeParse("🐅".repeat(60)).success).toBe(true);
  expect(name.safeParse("🐅".repeat(61)).error?.issues[0]?.message).toBe(
    "Use at most 60 characters, not 61",
  );
});
