import { between, eq, sql } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { capacityOverrides, weekdayCapacity } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { getAppSetting } from "~/lib/app-settings.server";
import {
  effectiveCapacity,
  slotKey,
  WEEKDAYS,
  type Capacity,
  type DayRule,
  type Places,
} from "./capacity.rules";
import { bySlot, type Slot } from "~/features/slots/slot";
import { offeredSlots, slotsOn } from "~/features/slots/slots.server";

const weeklyRules = prepared(() => db.select().from(weekdayCapacity).prepare());
const dateRules = prepared(() =>
  db
    .select()
    .from(capacityOverrides)
    .where(between(capacityOverrides.visitDate, sql.placeholder("first"), sql.placeholder("last")))
    .prepare(),
);

export function capacityFor(first: string, last: string): Capacity {
  const weekly = weeklyRules().all();
  const dated = dateRules().all({ first, last });
  return {
    usual: getAppSetting("default_capacity"),
    weekly: new Map(weekly.map((row) => [slotKey(row.weekday, row.visitSlot), row.capacity])),
    dated: new Map(dated.map((row) => [slotKey(row.visitDate, row.visitSlot), row.capacity])),
  };
}

export const capacityOf = (day: string, slot: Slot) =>
  effectiveCapacity(capacityFor(day, day), day, slot);

export const isClosed = (day: string, slot: Slot) => capacityOf(day, slot) === 0;

export function weekdayRules(actor: Actor): Places[] {
  authorize(actor, "capacity.read");
  const { weekly } = capacityFor("", "");
  return WEEKDAYS.map((weekday) =>
    bySlot(offeredSlots(), (slot) => weekly.get(slotKey(weekday, slot)) ?? null),
  );
}

export function dateOverrides(visitDate: string, reader: Reader = db): Required<DayRule> {
  const rows = overridesOf(visitDate, reader);
  return {
    places: bySlot(
      slotsOn(visitDate),
      (slot) => rows.find(({ visitSlot }) => visitSlot === slot)?.capacity ?? null,
    ),
    note: rows[0]?.note ?? "",
    publicReason: rows.find((row) => row.publicReason)?.publicReason ?? "",
  };
}

const overridesOf = (visitDate: string, reader: Reader) =>
  reader.select().from(capacityOverrides).where(eq(capacityOverrides.visitDate, visitDate)).all();

/** Why a slot of the day is closed, for visitors; blank for no reason. */
export function publicReasons(visitDate: string, reader: Reader = db): (slot: Slot) => string {
  const rows = overridesOf(visitDate, reader);
  return (slot) => rows.find(({ visitSlot }) => visitSlot === slot)?.publicReason ?? "";
}

/** As the audit log has it: each slot's number beside the note and the reason. */
export function overridesForAudit(visitDate: string, reader: Reader = db) {
  const { places, note, publicReason } = dateOverrides(visitDate, reader);
  return { ...places, note, ...(publicReason && { publicReason }) };
}
