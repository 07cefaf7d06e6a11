import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { ChangeDay, CloseDay } from "~/features/capacity/capacity.schema";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { HolidaysInput, RangeInput } from "~/features/hours/hours.schema";
import { addExceptions, copyLastYear } from "~/features/hours/hours.server";
import { compose } from "~/features/mail/compose.server";
import { orderById } from "~/features/orders/orders.server";
import { addDays, formatLongDate } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { call } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const DAY = addDays(toLocalDate(), 5);
const ALL = ["morning", "afternoon", "evening"];
const closing = (slots: string[], changes: Record<string, string> = {}) =>
  CloseDay.parse({
    ...{ day: DAY, slots, way: "offer", note: "Pump failed" },
    ...{ publicReason: "Storm damage.", ...changes },
  });
const textOf = async (path: string) =>
  (await (await sendAndRender(path)).text()).replaceAll("<!-- -->", "");

describe("the reason of a closed slot", () => {
  test("is on the booking form, and the staff's note is not", async () => {
    closeDay(owner(), closing(["morning"]));
    const notes = () => bookableDay(DAY).slots.map(({ note }) => note);
    expect([notes(), bookableDay(DAY).why]).toEqual([["Closed: Storm damage", "", ""], ""]);

    closeDay(owner(), closing(["afternoon", "evening"], { publicReason: "" }));
    const html = await textOf(`/tickets?date=${DAY}`);
    expect(html).toContain(`The zoo is closed on ${formatLongDate(DAY)}: Storm damage. Next open`);
    expect(notes()).toEqual(Array(3).fill("Closed: Storm damage"));
    expect(html).not.toContain("Pump failed");
  });

  test("is in the mail, on the order's page and on its tickets", async () => {
    const { id, seq } = anOrder({ visitDate: DAY, visitSlot: "morning", status: "paid" });
    closeDay(owner(), closing(["morning"]));

    const mail = { kind: "closed", recipient: "a@example.org", order: orderById(id), payload: {} };
    expect(String((await compose(mail as never)).text)).toContain("as planned (Storm damage):");
    const html = await textOf(visitorOrderPath({ id, linkVersion: 0 }));
    expect(html).toContain(`${formatLongDate(DAY)}: Storm damage. Please do not come then.`);
    const ticket = await textOf(`/t/${codesOf(seq)[0]}`);
    expect(ticket).toContain("The zoo is closed in this slot: Storm damage");
    expect(html + ticket).not.toContain("Pump failed");
  });

  test("is why its bookings are cancelled", () => {
    const { id } = anOrder({ visitDate: DAY, visitSlot: "morning" });
    closeDay(owner(), closing(["morning"], { way: "cancel" }));

    expect(orderById(id).statusReason).toMatch(/^The zoo is closed on .+: Storm damage$/);
  });

  test("changes no field of the API", async () => {
    closeDay(owner(), closing(ALL));

    const { body } = await call(`GET /order/availability?from=${DAY}&to=${DAY}`);
    expect(Object.keys(body.data[0])).toEqual(
      "visitDate visitSlot capacity booked left open".split(" "),
    );
  });

  test("is audited, and gone once the slot is open", () => {
    closeDay(owner(), closing(["morning"]));
    const row = db.select().from(audit).all().at(-1);
    expect(JSON.parse(row?.after ?? "{}")).toMatchObject({ publicReason: "Storm damage" });

    const places = { morning: 5, afternoon: null, evening: null };
    changeCapacity(owner(), { what: "day", day: DAY, places, note: "", publicReason: "Storm" });
    expect(dateOverrides(DAY).publicReason).toBe("");
  });
});

describe("a reason for visitors", () => {
  const pathsOf = ({ error }: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
    error?.issues.map(({ path }) => path[0]);

  test("needs a closed slot, and has 120 characters at most", () => {
    const day = { day: DAY, note: "", places: { morning: "7" } };
    expect(pathsOf(ChangeDay.safeParse({ ...day, publicReason: "Storm" }))).toEqual([
      "publicReason",
    ]);
    const range = { first: DAY, places: "7" };
    expect(pathsOf(RangeInput.safeParse({ ...range, publicReason: "Storm" }))).toEqual([
      "publicReason",
    ]);
    const long = CloseDay.safeParse({ ...closing(ALL), publicReason: "x".repeat(121) });
    expect(pathsOf(long)).toEqual(["publicReason"]);
  });

  test("is that of all days of a range, and copied to the next year", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T06:00:00Z") });
    const monsoon = { first: "2026-08-14", last: "2026-08-15", places: "0" };
    addExceptions(owner(), RangeInput.parse({ ...monsoon, publicReason: "Monsoon" }));
    vi.setSystemTime(Date.parse("2027-03-01T06:00:00Z"));
    copyLastYear(owner());

    for (const day of ["2026-08-14", "2026-08-15", "2027-08-14", "2027-08-15"])
      expect(dateOverrides(day).publicReason, day).toBe("Monsoon");
    vi.useRealTimers();
  });

  test("is a holiday's name, if the owner shows the names", () => {
    const holidays = "2027-01-26, Republic Day";
    const [shown] = HolidaysInput.parse({ holidays, showNames: "on" });
    const [hidden] = HolidaysInput.parse({ holidays });

    expect(shown).toMatchObject({ note: "Republic Day", publicReason: "Republic Day" });
    expect(hidden).toEqual({ day: "2027-01-26", places: 0, note: "Republic Day" });
  });
});
