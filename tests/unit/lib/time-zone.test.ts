import { afterEach, describe, expect, test, vi } from "vitest";
import { startOfDay, formatDateTime, timeOfDay, toLocalDate } from "~/lib/time-zone.server";
import { hasSlotEnded, nextTimedInvalidation, slotEnd } from "~/features/slots/slot-times.server";
import { SLOTS } from "../../support/data/slots";

const utc = (text: string) => Date.parse(text);
const iso = (at: number) => new Date(at).toISOString();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("the zoo-local day", () => {
  test.each([
    ["2026-08-05T18:29:59.999Z", "2026-08-05"],
    ["2026-08-05T18:30:00.000Z", "2026-08-06"], // midnight at the zoo
    ["2026-08-05T18:40:00.000Z", "2026-08-06"],
    ["2026-08-05T23:59:59.999Z", "2026-08-06"],
    ["2026-08-06T00:00:00.000Z", "2026-08-06"], // midnight in UTC
    ["2026-08-06T18:20:00.000Z", "2026-08-06"],
    ["2026-12-31T18:30:00.000Z", "2027-01-01"],
    ["2028-02-28T18:30:00.000Z", "2028-02-29"],
    ["2028-02-29T18:30:00.000Z", "2028-03-01"],
  ])("at %s is %s", (at, day) => {
    expect(toLocalDate(utc(at))).toBe(day);
  });

  test("is today by default", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: utc("2026-08-05T18:30:00Z") });

    expect(toLocalDate()).toBe("2026-08-06");
  });

  test("begins at half past six in the evening, UTC", () => {
    expect(iso(startOfDay("2026-08-06"))).toBe("2026-08-05T18:30:00.000Z");
    expect(iso(startOfDay("2027-01-01"))).toBe("2026-12-31T18:30:00.000Z");
  });
});

describe("a slot", () => {
  test.each([
    ["morning", "2026-08-05T06:30:00.000Z"],
    ["afternoon", "2026-08-05T09:30:00.000Z"],
    ["evening", "2026-08-05T12:30:00.000Z"],
  ] as const)("in the %s of August 5 ends at %s", (slot, end) => {
    expect(iso(slotEnd("2026-08-05", slot))).toBe(end);
  });

  test("is over from its end on", () => {
    const end = slotEnd("2026-08-05", "afternoon");

    expect(hasSlotEnded("2026-08-05", "afternoon", end - 1)).toBe(false);
    expect(hasSlotEnded("2026-08-05", "afternoon", end)).toBe(true);
    expect(hasSlotEnded("2026-08-05", "evening", end)).toBe(false);
    expect(hasSlotEnded("2026-08-04", "evening", end)).toBe(true);
    expect(hasSlotEnded("2026-08-06", "morning", end)).toBe(false);
  });
});

describe("the next timed invalidation", () => {
  const [DAY, TOMORROW] = ["2026-08-05", "2026-08-06"];

  test.each([
    ["as the day begins", startOfDay(DAY), slotEnd(DAY, "morning")],
    ["before a slot ends", slotEnd(DAY, "morning") - 1, slotEnd(DAY, "morning")],
    ["as a slot ends", slotEnd(DAY, "morning"), slotEnd(DAY, "afternoon")],
    ["as the last slot ends", slotEnd(DAY, "evening"), startOfDay(TOMORROW)],
    ["before midnight", startOfDay(TOMORROW) - 1, startOfDay(TOMORROW)],
    ["at midnight", startOfDay(TOMORROW), slotEnd(TOMORROW, "morning")],
  ])("%s", (_, now, turn) => {
    expect(iso(nextTimedInvalidation(now))).toBe(iso(turn));
  });
});

test("instants are formatted in the zoo's time zone", () => {
  const at = utc("2025-08-30T04:35:00Z");

  expect(formatDateTime(at)).toMatch(/^30 Aug 2025, 10:05\sAM$/);
  expect(timeOfDay(at)).toMatch(/^10:05\sAM$/);
  expect(formatDateTime(utc("2025-09-01T18:31:00Z"))).toMatch(/^2 Sep 2025, 12:01\sAM$/);
});

describe("another time zone", () => {
  async function zooIn(timeZone: string) {
    vi.stubEnv("ZOO_TIMEZONE", timeZone);
    vi.resetModules();
    const module = await import("~/lib/time-zone.server");
    module.setProcessTimeZone();
    return { ...module, ...(await import("~/features/slots/slot-times.server")) };
  }

  test.each([
    // The clocks go forward on March 8 and back on November 1, at two in the morning.
    ["America/New_York", "2026-03-08", "05:00", "16:00"],
    ["America/New_York", "2026-03-09", "04:00", "16:00"],
    ["America/New_York", "2026-11-01", "04:00", "17:00"],
    ["Europe/London", "2026-07-01", "23:00", "11:00"],
    ["Australia/Sydney", "2026-10-04", "14:00", "01:00"],
    ["Pacific/Kiritimati", "2026-08-05", "10:00", "22:00"],
    ["Pacific/Pago_Pago", "2026-08-05", "11:00", "23:00"],
    ["Asia/Kathmandu", "2026-08-05", "18:15", "06:15"],
    ["UTC", "2026-08-05", "00:00", "12:00"],
    // Where midnight is jumped over, the day begins at one; where it comes twice, with the first.
    ["America/Santiago", "2026-09-06", "04:00", "15:00"],
    ["Asia/Beirut", "2026-03-29", "22:00", "09:00"],
    ["America/Havana", "2026-11-01", "04:00", "17:00"],
    ["Asia/Amman", "2021-10-29", "21:00", "10:00"],
    // Spelled as the process's own clock would not know them.
    ["asia/kathmandu", "2026-08-05", "18:15", "06:15"],
    ["IST", "2026-08-05", "18:30", "06:30"],
    ["PST", "2026-07-05", "07:00", "19:00"],
  ])("in %s on %s starts at %s, its morning ends at %s", async (zone, day, start, end) => {
    const zoo = await zooIn(zone);

    expect(iso(zoo.startOfDay(day)).slice(11, 16)).toBe(start);
    expect(iso(zoo.slotEnd(day, "morning")).slice(11, 16)).toBe(end);
    expect(zoo.toLocalDate(zoo.startOfDay(day))).toBe(day);
    expect(zoo.toLocalDate(zoo.startOfDay(day) - 1)).not.toBe(day);
    for (const slot of SLOTS) expect(zoo.toLocalDate(zoo.slotEnd(day, slot))).toBe(day);
  });
});
