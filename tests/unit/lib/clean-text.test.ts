import { expect, test } from "vitest";
import { cleanText, isolate } from "~/lib/text/clean-text";
import { requiredEmail, requiredText } from "~/lib/text-fields.schema";

test.each([
  ["Priya\u202e 000,5₹", "Priya 000,5₹"],
  ["\u2066Asha\u2069\u200f", "Asha"],
  ["As\u0007ha\u001b[31m", "Asha[31m"],
  ["Asha\u00a0Rao", "Asha Rao"],
  ["Jose\u0301", "José"],
  ["\ufeffAsha\u200b", "Asha"],
  ["One\n\tTwo\r\n", "One\n\tTwo\r\n"],
  ["क्\u200dष 👩\u200d👧", "क्\u200dष 👩\u200d👧"],
])("%j is stored as %j", (typed, stored) => expect(cleanText(typed)).toBe(stored));

test("fields clean what was pasted before they judge it", () => {
  const name = requiredText("Enter a name", 5);
  expect(name.parse("\u202aAsha\u00a0\u202c")).toBe("Asha");
  expect(name.safeParse("\u200b\u2060").error?.issues[0]?.message).toBe("Enter a name");
  expect(name.safeParse("a\u0000").success).toBe(false);
  expect(requiredEmail("Enter an e-mail").parse("\u200basha@zoo.test\u202c")).toBe("asha@zoo.test");
});

test("a name in letters that run to the left does not turn its sentence", () => {
  expect(isolate("Asha Rao")).toBe("Asha Rao");
  expect(isolate("\u0645\u0631\u064a\u0645")).toBe("\u2068\u0645\u0631\u064a\u0645\u2069");
});
