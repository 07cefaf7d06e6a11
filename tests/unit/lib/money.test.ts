import { cleanNumber } from "~/lib/text/clean-text";
import { expect, test } from "vitest";
import { formatRupees, toRupees } from "~/lib/money";

test.each([
  [0, "₹0"],
  [100, "₹1"],
  [2_700, "₹27"],
  [99_900, "₹999"],
  [100_000, "₹1,000"],
  [9_999_900, "₹99,999"],
  [10_000_000, "₹1,00,000"],
  [12_345_600, "₹1,23,456"],
  [123_456_700, "₹12,34,567"],
  [1_234_567_800, "₹1,23,45,678"],
])("%i paise are formatted as %s, with Indian grouping", (paise, written) => {
  expect(formatRupees(paise)).toBe(written);
});

test.each([
  [1, "₹0.01"],
  [10, "₹0.10"],
  [150, "₹1.50"],
  [12_345_650, "₹1,23,456.50"],
  [12_345_699, "₹1,23,456.99"],
])("%i paise include paise: %s", (paise, written) => {
  expect(formatRupees(paise)).toBe(written);
});

test.each([
  [-100, "−₹1"],
  [-12_345_650, "−₹1,23,456.50"],
])("%i paise are negative: %s", (paise, written) => {
  expect(formatRupees(paise)).toBe(written);
});

test("integer rupees are returned as integers", () => {
  expect([0, 100, 2_700, 150, 1].map(toRupees)).toEqual([0, 1, 27, 1.5, 0.01]);
});

test.each([
  [" 1,23,456 ", "123456"],
  ["₹ 1,000", "1000"],
  ["१२", "12"],
  ["1,5", "1,5"], // not fifteen
  ["-3", "-3"],
  ["ten", "ten"],
])("the typed number %j is read as %j", (typed, read) => {
  expect(cleanNumber(typed)).toBe(read);
});
