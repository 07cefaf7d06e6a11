import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import type { Places } from "~/features/capacity/capacity.rules";
import { addExceptions } from "~/features/hours/hours.server";
import { linesSoon, specialHours } from "~/features/hours/special-hours.server";
import { addDays } from "~/lib/dates";
import { anAdmin, asStaff } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

const TODAY = "2026-08-03"; // a Monday
const on = (days: number) => addDays(TODAY, days);
const owner = () => asStaff(anAdmin({ role: "owner" }));
const close = (days: number, publicReason = "") =>
  addExceptions(owner(), [{ day: on(days), places: 0, note: "Secret", publicReason }]);
const setDay = (days: number, places: Places) =>
  changeCapacity(owner(), { what: "day", day: on(days), places, note: "Secret" });
const htmlOf = async (path: string) =>
  (await (await sendAndRender(path)).text()).replaceAll("<!-- -->", "");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${TODAY}T06:00:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
});

test("search engines read closed days, and hours that differ from the weekday's", async () => {
  const asUsual = { morning: null, afternoon: null, evening: null };
  const week = Array.from({ length: 7 }, (_, weekday) =>
    weekday === 2 ? { morning: 0, afternoon: 0, evening: 0 } : asUsual,
  );
  changeCapacity(owner(), { what: "week", week });
  setDay(1, { morning: 0, afternoon: 50, evening: 50 }); // a Tuesday, else closed
  setDay(2, { morning: 20, afternoon: 20, evening: 20 }); // fewer places, the same hours
  for (const day of [3, 4]) close(day, "Storm");
  setDay(8, { morning: 0, afternoon: 0, evening: 0 }); // closed as every Tuesday
  close(60); // too far ahead

  const [, data = ""] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await htmlOf("/")) ?? [];
  const type = "OpeningHoursSpecification";
  expect(JSON.parse(data).specialOpeningHoursSpecification).toEqual([
    { "@type": type, validFrom: on(1), validThrough: on(1), opens: "12:00", closes: "18:00" },
    { "@type": type, validFrom: on(3), validThrough: on(4), opens: "00:00", closes: "00:00" },
  ]);
});

test("a zoo without exceptions says nothing of special hours", async () => {
  expect(await htmlOf("/")).not.toContain("specialOpeningHours");
});

test("visitors read them with the reason: the next ones at home, all on the contact page", async () => {
  close(13, "Storm");
  close(14);
  const [home, contact] = [await htmlOf("/"), await htmlOf("/contact")];

  const storm = "Sunday 16 August 2026. Closed: Storm";
  const later = "Monday 17 August 2026. Closed";
  expect(home).toContain(storm);
  expect(home).not.toContain(later);
  for (const text of [storm, later]) expect(contact).toContain(text);
  expect(home + contact).not.toContain("Secret");
});

test("days in a row with one reason are one, a range that has begun counts from today", () => {
  for (const day of [0, 1, 2]) close(day, day < 2 ? "Monsoon" : "Storm");

  expect(specialHours().map(({ line }) => line)).toEqual([
    "3 Aug 2026 – 4 Aug 2026. Closed: Monsoon",
    "Wednesday 5 August 2026. Closed: Storm",
  ]);
  expect(linesSoon(specialHours())).toHaveLength(2);
});
