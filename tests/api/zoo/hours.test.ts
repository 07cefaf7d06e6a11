import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { availabilityOn } from "~/features/orders/reservations.server";
import {
  addExceptions,
  copyLastYear,
  exceptionsFrom,
  noticeToday,
  removeException,
  saveNotice,
  setBookingsOpen,
} from "~/features/hours/hours.server";
import { HolidaysInput, NoticeInput, RangeInput } from "~/features/hours/hours.schema";
import { transaction } from "db/transaction.server";
import { setAppSetting } from "~/lib/app-settings.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { call, cookieOf } from "../../support/site/app";
import { anOrderBody } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const range = (changes: Record<string, string> = {}) =>
  RangeInput.parse({ first: tomorrow(), places: "0", ...changes });

describe("a notice", () => {
  test("is on every public page from its first day to its last", async () => {
    saveNotice(owner(), NoticeInput.parse({ text: "Closed early", until: toLocalDate() }));
    expect(await (await sendAndRender("/about")).text()).toContain("Closed early");

    saveNotice(owner(), NoticeInput.parse({ text: "Closed early", from: tomorrow() }));
    expect(noticeToday()).toBe("");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    expect(noticeToday()).toBe("Closed early");
    vi.useRealTimers();
    expect(db.select().from(audit).all().at(-1)?.action).toBe("zoo.notice");
  });

  test("does not end before it begins", () => {
    const { error } = NoticeInput.safeParse({ text: "x", from: "2027-01-02", until: "2027-01-01" });
    expect(error?.issues[0]?.path).toEqual(["until"]);
  });
});

test("while bookings are closed only staff book, and the form says so", async () => {
  setBookingsOpen(owner(), false);

  const { status, body } = await call("POST /order", { body: anOrderBody() });
  expect([status, body.message]).toEqual([409, "Bookings are not open at the moment"]);
  expect((await call("POST /order", { body: anOrderBody(), as: "owner" })).status).toBe(201);
  expect(await (await sendAndRender("/tickets")).text()).toContain("Bookings are not open");

  setBookingsOpen(owner(), true);
  expect((await call("POST /order", { body: anOrderBody() })).status).toBe(201);
});

describe("exceptions", () => {
  test("close all days of a range, and are removed one by one", () => {
    addExceptions(owner(), range({ last: addDays(tomorrow(), 2), note: "Monsoon" }));

    const places = (after: number) => availabilityOn(addDays(tomorrow(), after))[0]?.capacity;
    expect([0, 1, 2, 3].map(places)).toEqual([0, 0, 0, 500]);
    expect(exceptionsFrom(tomorrow()).map(({ note }) => note)).toEqual(Array(3).fill("Monsoon"));
    removeException(owner(), tomorrow());
    expect(places(0)).toBe(500);
  });

  test("leave days alone that are booked", () => {
    anOrder({ visitDate: addDays(tomorrow(), 1) });

    const close = () => addExceptions(owner(), range({ last: addDays(tomorrow(), 2) }));
    expect(close).toThrowError("Booked already");
    expect(exceptionsFrom(tomorrow())).toEqual([]);
  });

  test("with more places than usual stay while these are booked", () => {
    transaction((tx) => setAppSetting(tx, "default_capacity", 1));
    addExceptions(owner(), range({ places: "50" }));
    anOrder();

    expect(() => removeException(owner(), tomorrow())).toThrowError("Booked already");
    expect(exceptionsFrom(tomorrow())).toHaveLength(1);
  });

  test("come from a list of holidays, whose errors name their line", () => {
    const list = "Day;Name\n2027-01-26; Republic Day\n15/08/2027,Independence Day\n";
    expect(HolidaysInput.parse({ holidays: list })).toEqual([
      { day: "2027-01-26", places: 0, note: "Republic Day" },
      { day: "2027-08-15", places: 0, note: "Independence Day" },
    ]);
    const { error } = HolidaysInput.safeParse({ holidays: "2027-01-26\n31 June" });
    expect(error?.issues[0]?.message).toBe("Line 2: “31 June” is no day");
  });

  test("of last year are copied once, to days that are ahead", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T06:00:00Z") });
    addExceptions(owner(), [{ day: "2026-08-15", places: 0, note: "Independence Day" }]);
    vi.setSystemTime(Date.parse("2027-03-01T06:00:00Z"));

    expect([copyLastYear(owner()), copyLastYear(owner())]).toEqual([1, 0]);
    expect(exceptionsFrom("2027-03-01")).toMatchObject([
      { day: "2027-08-15", isClosed: true, note: "Independence Day" },
    ]);
    vi.useRealTimers();
  });
});

test("a weekday is closed but for one of its days, by the forms of the capacity", async () => {
  const headers = { cookie: await cookieOf("owner") };
  const save = async (fields: Record<string, string>) =>
    sendAndRender("/admin/dashboard/capacity", { ...formOf(fields), headers });
  const weekday = new Date(`${toLocalDate()}T00:00:00Z`).getUTCDay();
  const closed = addDays(toLocalDate(), 9 - weekday); // a Tuesday
  const festival = addDays(closed, 7);
  const slots = ["morning", "afternoon", "evening"];
  await save({
    intent: "week",
    ...Object.fromEntries(slots.map((slot) => [`${slot}-2`, "0"])),
  });
  await save({ intent: "day", day: festival, morning: "50", afternoon: "50", evening: "50" });

  const home = (await (await sendAndRender("/")).text()).replace(/<[^>]+>/g, "");
  expect(home).toMatch(/Open\s+Mon, Wed–Sun\s+9:00 AM–6:00 PM/);
  for (const [day, isOpen] of [
    [closed, false],
    [festival, true],
  ] as const) {
    const form = await (await sendAndRender(`/tickets?date=${day}`)).text();
    const choices = form.match(/<input[^>]*type="radio"[^>]*name="slot"[^>]*>/g) ?? [];
    expect(choices.map((choice) => !choice.includes("disabled"))).toEqual(slots.map(() => isOpen));
  }
});
