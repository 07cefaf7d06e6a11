import { and, asc, gte, lte } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { capacityOverrides } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { slotKey } from "~/features/capacity/capacity.rules";
import { dateOverrides, overridesForAudit } from "~/features/capacity/capacity.server";
import {
  countAffected,
  affectedBookings,
  writeDay,
} from "~/features/capacity/change-capacity.server";
import { bySlot } from "~/features/slots/slot";
import { slotsOn } from "~/features/slots/slots.server";
import { addDays, formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { BOOKINGS_CLOSED, isShownOn, NO_NOTICE, type Notice } from "./hours.rules";
import { availabilityOn } from "~/features/orders/reservations.server";

export const notice = (): Notice => ({
  ...NO_NOTICE,
  ...(JSON.parse(getValue("notice") ?? "{}") as Partial<Notice>),
});

/** The text for visitors; blank for none today. */
export const noticeToday = () => (isShownOn(notice(), toLocalDate()) ? notice().text : "");

/** Whether visitors can book on the site and by the API; staff always can. */
export const areBookingsOpen = () => getValue("bookings_open") !== "no";

export function saveNotice(actor: Actor, changed: Notice) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = notice();
    if (JSON.stringify(before) === JSON.stringify(changed)) return;
    setValue(tx, "notice", JSON.stringify(changed));
    recordAudit(tx, actor, { action: "zoo.notice", target: "notice", before, after: changed });
  });
}

export function setBookingsOpen(actor: Actor, open: boolean) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = areBookingsOpen();
    if (before === open) return;
    setValue(tx, "bookings_open", open ? "yes" : "no");
    recordAudit(tx, actor, {
      action: "zoo.bookings",
      target: "bookings",
      before: { open: before },
      after: { open },
    });
  });
}

export type Exception = {
  day: string;
  places: number;
  note: string;
  publicReason?: string | undefined;
};

/** Gives each of these days so many places a slot; 0 closes it. Throws `conflict` for days with more bookings. */
export function addExceptions(actor: Actor, exceptions: Exception[]) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const full = exceptions.filter(({ day, places }) =>
      availabilityOn(day).some(({ booked }) => booked > places),
    );
    if (full.length > 0) throw bookedError(full.map(({ day }) => day));
    for (const { day, places, note, publicReason } of exceptions) {
      const previous = dateOverrides(day, tx);
      writeDay(tx, day, {
        places: bySlot(slotsOn(day), () => places),
        note: note || previous.note,
        publicReason: publicReason || previous.publicReason,
      });
    }
    recordAudit(tx, actor, {
      action: "zoo.exceptions",
      target: "hours",
      after: {
        days: exceptions.map(({ day }) => day).join(", "),
        places: exceptions[0]?.places,
        ...auditedReasons(exceptions),
      },
    });
  });
}

function auditedReasons(exceptions: Exception[]) {
  const reasons = [...new Set(exceptions.map(({ publicReason }) => publicReason))].filter(Boolean);
  return reasons.length > 0 && { publicReason: reasons.join(", ") };
}

function bookedError(days: string[]) {
  const named = days.slice(0, 5).map(formatShortDate).join(", ");
  const more = days.length > 5 ? ` and ${days.length - 5} more` : "";
  return new DomainError(
    "conflict",
    `Booked already: ${named}${more}. Change these days one by one under Capacity, which asks what happens to the bookings.`,
  );
}

/** Removes a day's own numbers, so that it is as its weekday. Throws `conflict` when more is booked than that. */
export function removeException(actor: Actor, day: string) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const before = overridesForAudit(day, tx);
    const places = bySlot(slotsOn(day), () => null);
    const affected = affectedBookings(tx, { what: "day", day, places, note: "" });
    if (countAffected(affected) > 0) throw bookedError([day]);
    writeDay(tx, day, { places: {}, note: "" });
    recordAudit(tx, actor, {
      action: "zoo.exceptions",
      target: `day ${day}`,
      before,
    });
  });
}

/** Days with numbers of their own, from today on. */
export function exceptionsFrom(first: string, last = "9999-12-31") {
  const rows = db
    .select()
    .from(capacityOverrides)
    .where(and(gte(capacityOverrides.visitDate, first), lte(capacityOverrides.visitDate, last)))
    .orderBy(asc(capacityOverrides.visitDate))
    .all();
  return [...Map.groupBy(rows, ({ visitDate }) => visitDate)].map(([day, own]) => ({
    day,
    note: own[0]?.note ?? "",
    publicReason: own.find((row) => row.publicReason)?.publicReason ?? "",
    isClosed: slotsOn(day).every(({ slot }) =>
      own.some((row) => slotKey(day, row.visitSlot) === slotKey(day, slot) && row.capacity === 0),
    ),
    places: own.map(({ visitSlot, capacity }) => ({ slot: visitSlot, capacity })),
  }));
}

/** Last year's exceptions on the same dates of this year that are still ahead and have none of their own. */
export function copyLastYear(actor: Actor): number {
  authorize(actor, "zoo.update");
  const today = toLocalDate();
  const own = new Set(exceptionsFrom(today).map(({ day }) => day));
  const lastYear = exceptionsFrom(addDays(today, -365), addDays(today, -1));
  const copies = lastYear
    .filter(({ isClosed }) => isClosed)
    .map(({ day, note, publicReason }) => ({ day: aYearLater(day), places: 0, note, publicReason }))
    .filter(({ day }) => day >= today && !own.has(day));
  if (copies.length > 0) addExceptions(actor, copies);
  return copies.length;
}

const aYearLater = (day: string) =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace("-02-29", "-02-28");

/** Throws `conflict` for visitors while the owner has closed bookings. */
export function assertBookingsOpen(_: Tx, isStaff: boolean) {
  if (isStaff || areBookingsOpen()) return;
  const issue = { path: "visitDate", message: BOOKINGS_CLOSED };
  throw new DomainError("conflict", BOOKINGS_CLOSED, [issue]);
}
