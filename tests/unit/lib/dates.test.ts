import { describe, expect, test } from "vitest";
import {
  addDays,
  parseDay,
  formatRelative,
  formatShortDate,
  formatLongDate,
  isIsoDate,
} from "~/lib/dates";

describe("a day", () => {
  test.each(["2026-08-05", "2028-02-29", "2000-02-29", "2026-12-31", "1900-01-01", "9998-12-31"])(
    "%s is a valid date",
    (day) => {
      expect(isIsoDate(day)).toBe(true);
    },
  );

  test.each([
    ...["2026-02-29", "1900-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-00-01"],
    ...["2026-01-00", "2026-01-32", "00-00-00", "", "2026-1-1", "20260101", "01-01-2026"],
    ...[" 2026-01-01", "2026-01-01 ", "2026-01-01\n", "2026-01-01T00:00:00Z", "+002026-01-01"],
    ...["1899-12-31", "0000-01-01", "9999-01-01", "9999-12-31"], // beyond what can be reckoned with
    ...["12026-01-01", "２０２６-01-01", "2026–01–01", "today", "-2026-01-01"],
  ])("%j is not a valid date", (text) => {
    expect(isIsoDate(text)).toBe(false);
  });
});

test.each([
  ...["25/12/2026", "25-12-2026", "25.12.2026", "2026-12-25", "2026/12/25 ", " 25 / 12 / 26"],
  ...[
    "25 Dec 2026",
    "25th December, 2026",
    "Dec 25, 2026",
    "Friday 25 December 2026",
    "25-Dec-2026",
  ],
  ...["२५/१२/२०२६", "２５．１２．２０２６"],
])("%j is Christmas", (typed) => {
  expect(parseDay(typed)).toBe("2026-12-25");
});

test("a typed day has the day before the month", () => {
  expect([parseDay("2026-12-5"), parseDay("5/6/2026")]).toEqual(["2026-12-05", "2026-06-05"]);
});

test.each(["", "tomorrow", "12/25/2026", "30/2/2026", "25/12", "2026-12", "1 2 3 2026", "May"])(
  "%j is no day",
  (typed) => {
    expect(parseDay(typed)).toBeUndefined();
  },
);

test.each([
  ["2026-08-05", 1, "2026-08-06"],
  ["2026-08-05", 0, "2026-08-05"],
  ["2026-08-31", 1, "2026-09-01"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2027-01-01", -1, "2026-12-31"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2028-02-28", 2, "2028-03-01"],
  ["2026-03-01", -1, "2026-02-28"],
  ["2026-01-01", 365, "2027-01-01"],
  ["2026-03-29", 1, "2026-03-30"], // where Europe's clocks change
])("%s and %i days is %s", (day, days, then) => {
  expect(addDays(day, days)).toBe(then);
});

test.each([
  ["2025-08-30", "Saturday 30 August 2025", "30 Aug 2025"],
  ["2026-01-01", "Thursday 1 January 2026", "1 Jan 2026"],
  ["2026-09-09", "Wednesday 9 September 2026", "9 Sep 2026"],
  ["2028-02-29", "Tuesday 29 February 2028", "29 Feb 2028"],
])("%s is formatted as %s, in tables as %s", (day, words, short) => {
  expect([formatLongDate(day), formatShortDate(day)]).toEqual([words, short]);
});

describe("relative times", () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  test.each([
    [0, "just now"],
    [MINUTE - 1, "just now"],
    [MINUTE, "1m ago"],
    [2 * MINUTE - 1, "1m ago"],
    [59 * MINUTE + 59_999, "59m ago"],
    [HOUR, "1h ago"],
    [24 * HOUR - 1, "23h ago"],
    [DAY, "1d ago"],
    [2 * DAY - 1, "1d ago"],
    [400 * DAY, "400d ago"],
    [-5 * MINUTE, "just now"], // by a clock that runs ahead
  ])("%i ms is %s", (passed, said) => {
    const now = Date.parse("2026-08-05T04:30:00Z");

    expect(formatRelative(now - passed, now)).toBe(said);
  });
});
