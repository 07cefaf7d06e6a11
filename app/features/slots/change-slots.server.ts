import { and, count, eq, gte, inArray, max, sum } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders, slots, slotTimes } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { ACTIVE_STATUSES } from "~/features/orders/order-status";
import { getAppSetting, setAppSetting } from "~/lib/app-settings.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/intl";
import { assertSeen } from "~/lib/optimistic-lock";
import { slugOf } from "~/lib/text/slug";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { formatHours, type Slot } from "./slot";
import type { SlotFields } from "./slot.schema";
import { offeredOn, readSlots, type SlotHistory } from "./slots.server";

const MAX_SLOTS = 12;

/** What a form was opened with. */
export const slotVersion = (slot: Slot, reader: Reader = db) =>
  JSON.stringify(readSlots(reader).get(slot) ?? null);

/**
 * Adds a slot, or changes one from a day on; changes of it that were planned for later are replaced. Throws `invalid`
 * for slots that overlap, and `conflict` when bookings from that day on would be met, or when somebody else has
 * changed it since `seen`.
 */
export function saveSlot(
  actor: Actor,
  { slot, ...fields }: SlotFields & { slot?: Slot },
  seen?: string,
): Slot {
  authorize(actor, "zoo.update");
  return transaction((tx) => {
    const known = readSlots(tx);
    const before = slot ? known.get(slot) : undefined;
    if (slot && !before) throw new DomainError("not_found", "There is no such slot");
    if (slot) assertSeen("slot", slotVersion(slot, tx), seen);
    assertNameFree(known, fields.label, slot);
    const id = slot ?? slugOf(fields.label, (taken) => known.has(taken), "slot");
    const walkInPlaces = fields.walkInPlaces ?? before?.walkInPlaces ?? 0;
    if (before && hasTimes(before, fields)) {
      if (before.label === fields.label && before.walkInPlaces === walkInPlaces) return id;
    } else {
      assertNotPast(fields.validFrom);
      if (before) assertNotBooked(tx, id, fields.validFrom);
      assertFits(known, id, fields);
    }
    write(tx, id, { ...fields, walkInPlaces }, before);
    recordAudit(tx, actor, {
      action: before ? "slot.edit" : "slot.add",
      target: `slot ${id}`,
      before: before && describe(before, fields.validFrom),
      after: {
        label: fields.label,
        hours: formatHours(fields.starts, fields.ends),
        validFrom: fields.validFrom,
        walkInPlaces,
      },
    });
    return id;
  });
}

/** Offers a slot no longer from a day on. Throws as `saveSlot`, and `conflict` for the last slot. */
export function endSlot(
  actor: Actor,
  { slot, validFrom }: { slot: Slot; validFrom: string },
  seen?: string,
) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const known = readSlots(tx);
    const before = known.get(slot);
    if (!before) throw new DomainError("not_found", "There is no such slot");
    assertSeen("slot", slotVersion(slot, tx), seen);
    assertNotPast(validFrom);
    assertNotBooked(tx, slot, validFrom);
    const after = new Map(known);
    after.delete(slot);
    if (daysOfChange(after, validFrom).some((day) => offeredOn(after, day).length === 0))
      throw new DomainError("conflict", "A zoo needs a slot. Add another one first.");
    removeLater(tx, slot, validFrom);
    tx.insert(slotTimes).values({ slotId: slot, validFrom, starts: null, ends: null }).run();
    recordAudit(tx, actor, {
      action: "slot.end",
      target: `slot ${slot}`,
      before: describe(before, validFrom),
      after: { validFrom },
    });
  });
}

/** From how many minutes before a slot starts its places for walk-ins are sold online, too. Throws `forbidden`. */
export function setWalkInMinutes(actor: Actor, minutes: number) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = getAppSetting("walk_in_minutes");
    if (before === minutes) return;
    setAppSetting(tx, "walk_in_minutes", minutes);
    recordAudit(tx, actor, {
      action: "slot.walk-ins",
      target: "slots",
      before: { minutes: before },
      after: { minutes },
    });
  });
}

/** The bookings in a slot from a day on that are pending or paid. */
export function bookingsFrom(slot: Slot, day: string, reader: Reader = db) {
  const [met] = reader
    .select({ bookings: count(), people: sum(orders.ticketCount), last: max(orders.visitDate) })
    .from(orders)
    .where(
      and(
        eq(orders.visitSlot, slot),
        gte(orders.visitDate, day),
        inArray(orders.status, [...ACTIVE_STATUSES]),
      ),
    )
    .all();
  return {
    bookings: met?.bookings ?? 0,
    people: Number(met?.people ?? 0),
    last: met?.last ?? null,
  };
}

function assertNotBooked(tx: Tx, slot: Slot, day: string) {
  const { bookings, people, last } = bookingsFrom(slot, day, tx);
  if (!last) return;
  const message = `${formatCount(bookings, "booking", "bookings")} for ${formatCount(people, "person", "people")} from that day on, the last on ${formatShortDate(last)}. Choose a later day, or move them first.`;
  throw new DomainError("conflict", message, [{ path: "validFrom", message }]);
}

function assertNotPast(day: string) {
  if (day >= toLocalDate()) return;
  const message = "Choose today or a later day";
  throw new DomainError("invalid", message, [{ path: "validFrom", message }]);
}

/** Whether it already has these hours on that day and ever after. */
const hasTimes = ({ newestFirst: [newest] }: SlotHistory, fields: SlotFields) =>
  newest?.starts === fields.starts &&
  newest.ends === fields.ends &&
  newest.validFrom <= fields.validFrom;

function assertFits(known: Map<Slot, SlotHistory>, slot: Slot, fields: SlotFields) {
  const { label, validFrom, starts, ends } = fields;
  const history = known.get(slot)?.newestFirst.filter((row) => row.validFrom < validFrom) ?? [];
  const newest = { slotId: slot, validFrom, starts, ends };
  const newestFirst = [newest, ...history];
  const after = new Map(known).set(slot, { slot, label, walkInPlaces: 0, newestFirst });
  for (const day of daysOfChange(after, validFrom)) {
    const offered = offeredOn(after, day);
    if (offered.length > MAX_SLOTS) throw slotError("label", `At most ${MAX_SLOTS} slots a day`);
    const other = offered.find(
      (each) => each.slot !== slot && each.starts < ends && starts < each.ends,
    );
    if (!other) continue;
    const hours = formatHours(other.starts, other.ends);
    throw slotError("starts", `It overlaps ${other.label}, ${hours}`);
  }
}

function assertNameFree(known: Map<Slot, SlotHistory>, label: string, slot: Slot | undefined) {
  const isSame = (each: SlotHistory) => each.label.toLowerCase() === label.toLowerCase();
  if ([...known.values()].some((each) => each.slot !== slot && isSame(each)))
    throw slotError("label", "Another slot has this name");
}

const slotError = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);

/** The days from one on at which a slot changes. */
const daysOfChange = (known: Map<Slot, SlotHistory>, first: string) => [
  first,
  ...[...known.values()]
    .flatMap(({ newestFirst }) => newestFirst.map(({ validFrom }) => validFrom))
    .filter((day) => day > first),
];

function write(
  tx: Tx,
  id: Slot,
  fields: SlotFields & { walkInPlaces: number },
  before: SlotHistory | undefined,
) {
  const { label, validFrom, starts, ends, walkInPlaces } = fields;
  tx.insert(slots)
    .values({ id, label, walkInPlaces })
    .onConflictDoUpdate({ target: slots.id, set: { label, walkInPlaces } })
    .run();
  if (before && hasTimes(before, fields)) return;
  removeLater(tx, id, validFrom);
  tx.insert(slotTimes).values({ slotId: id, validFrom, starts, ends }).run();
}

function removeLater(tx: Tx, slot: Slot, day: string) {
  tx.delete(slotTimes)
    .where(and(eq(slotTimes.slotId, slot), gte(slotTimes.validFrom, day)))
    .run();
}

function describe({ label, walkInPlaces, newestFirst }: SlotHistory, day: string) {
  const valid = newestFirst.find(({ validFrom }) => validFrom <= day);
  const hours =
    valid?.starts != null && valid.ends != null ? formatHours(valid.starts, valid.ends) : "";
  return { label, hours, walkInPlaces };
}
