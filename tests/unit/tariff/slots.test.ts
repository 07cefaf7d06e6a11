import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit, weekdayCapacity } from "db/schema";
import { transaction } from "db/transaction.server";
import { endSlot, saveSlot, slotVersion } from "~/features/slots/change-slots.server";
import { openingText } from "~/features/slots/opening-hours.server";
import { formatHours } from "~/features/slots/slot";
import { SlotInput } from "~/features/slots/slot.schema";
import { slotEnd } from "~/features/slots/slot-times.server";
import { formatSlotOn, slotsOn } from "~/features/slots/slots.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { addDays } from "~/lib/dates";
import { toLocalDate, toUtc } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const fields = (changes: Record<string, string> = {}) =>
  SlotInput.parse({
    ...{ label: "Night", starts: "19:00", ends: "21:00", validFrom: tomorrow() },
    ...changes,
  });
const labels = (day: string) => slotsOn(day).map(({ label }) => label);

test.each([
  [540, 720, "9:00 AM–12:00 PM"],
  [720, 900, "12:00–3:00 PM"],
  [900, 1080, "3:00–6:00 PM"],
  [570, 645, "9:30–10:45 AM"],
  [1320, 1440, "10:00 PM–12:00 AM"],
])("minutes %i to %i are %s", (starts, ends, words) => {
  expect(formatHours(starts, ends)).toBe(words);
});

describe("a slot", () => {
  test("is offered from its day on, and the opening hours follow", () => {
    expect(openingText()).toBe("daily 9:00 AM–6:00 PM");

    const id = saveSlot(owner(), fields());

    expect(labels(toLocalDate())).not.toContain("Night");
    expect(labels(tomorrow())).toEqual(["Morning", "Afternoon", "Evening", "Night"]);
    expect(openingText()).toBe("daily 9:00 AM–9:00 PM");
    expect(availabilityOn(tomorrow()).at(-1)).toMatchObject({ slot: id, capacity: 500, left: 500 });
  });

  test("with bookings changes after the last of them, or not at all", () => {
    const last = addDays(tomorrow(), 3);
    anOrder({ visitDate: last });
    const edit = { label: "Dawn", starts: "06:00", ends: "08:00", slot: "morning" };

    expect(() => saveSlot(owner(), { ...fields(edit), slot: "morning" })).toThrowError(
      "1 booking for 2 people from that day on",
    );
    saveSlot(owner(), { ...fields({ ...edit, validFrom: addDays(last, 1) }), slot: "morning" });

    expect(formatSlotOn(last, "morning")).toBe("Dawn, 9:00 AM–12:00 PM");
    expect(formatSlotOn(addDays(last, 1), "morning")).toBe("Dawn, 6:00–8:00 AM");
    expect(slotEnd(last, "morning")).toBe(toUtc(last, 12 * 60));
  });

  test("that has ended is booked no more, and the last one does not end", () => {
    endSlot(owner(), { slot: "morning", validFrom: tomorrow() });
    endSlot(owner(), { slot: "evening", validFrom: tomorrow() });

    expect(labels(tomorrow())).toEqual(["Afternoon"]);
    expect(() => anOrder()).toThrowError("The zoo is closed in this slot");
    const end = () => endSlot(owner(), { slot: "afternoon", validFrom: tomorrow() });
    expect(end).toThrowError("A zoo needs a slot");
  });

  test.each([
    [{ starts: "17:00" }, "It overlaps Evening, 3:00–6:00 PM"],
    [{ label: "evening" }, "Another slot has this name"],
    [{ validFrom: "2020-01-01" }, "Choose today or a later day"],
  ])("with %j is rejected: %s", (changes, message) => {
    expect(() => saveSlot(owner(), fields(changes))).toThrowError(message);
  });

  test("that would overlap one that begins later is rejected", () => {
    saveSlot(owner(), fields({ validFrom: addDays(tomorrow(), 9) }));

    const twin = fields({ label: "Dusk", starts: "18:00", ends: "20:00" });
    expect(() => saveSlot(owner(), twin)).toThrowError("It overlaps Night");
  });

  test("is not renamed to another's name", () => {
    const edit = {
      ...fields({ label: "Evening", starts: "09:00", ends: "12:00" }),
      slot: "morning",
    };
    expect(() => saveSlot(owner(), edit)).toThrowError("Another slot has this name");
  });

  test("cannot end before it starts", () => {
    const { error } = SlotInput.safeParse({ ...fields(), starts: "12:00", ends: "09:00" });
    expect(error?.issues.map(({ path }) => path[0])).toEqual(["ends"]);
  });

  test("is not saved over somebody else's change, and is audited", () => {
    const seen = slotVersion("evening");
    const edit = (label: string) => ({ ...fields({ label }), slot: "evening" });
    saveSlot(owner(), edit("Sunset"), seen);

    expect(() => saveSlot(owner(), edit("Dusk"), seen)).toThrowError("Someone else has changed");
    expect(db.select().from(audit).all().at(-1)).toMatchObject({
      action: "slot.edit",
      target: "slot evening",
    });
  });
});

test("opening hours leave out closed weekdays and name each group of days", () => {
  const close = (weekday: number, visitSlot: string) =>
    transaction((tx) =>
      tx.insert(weekdayCapacity).values({ weekday, visitSlot, capacity: 0 }).run(),
    );
  for (const slot of ["morning", "afternoon", "evening"]) close(2, slot);
  expect(openingText()).toBe("Mon, Wed–Sun 9:00 AM–6:00 PM");

  close(0, "evening");
  expect(openingText()).toBe("Mon, Wed–Sat 9:00 AM–6:00 PM, Sun 9:00 AM–3:00 PM");
});
