import { asc } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { closureOrders, closures, orders } from "db/schema";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { orderById } from "~/features/orders/orders.server";
import { assertDateNotPast } from "~/features/orders/visit-rules.server";
import { areComing, peopleOutside } from "~/features/tickets/tickets.server";
import { transaction } from "~/lib/write-transaction.server";
import type { Closing } from "~/features/capacity/capacity.schema";
import { dateOverrides, overridesForAudit, isClosed } from "~/features/capacity/capacity.server";
import { writeDay } from "~/features/capacity/change-capacity.server";
import { authorizeClosing } from "./closing-right.server";
import { latestClosure } from "./closures.server";
import { wasOffered } from "./reschedule-offers.server";
import type { Slot } from "~/features/slots/slot";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { slotLabel } from "~/features/slots/slots.server";

/** Bookings with somebody still outside; `people` counts those. */
export function bookingsOnDate(actor: Actor, day: string, slots: Slot[]) {
  authorize(actor, "capacity.read");
  return affectedBookings(db, day, slots);
}

function affectedBookings(reader: Reader, day: string, slots: Slot[]) {
  return reader
    .select({
      seq: orders.seq,
      id: orders.id,
      name: orders.contactName,
      people: peopleOutside,
      of: orders.ticketCount,
      slot: orders.visitSlot,
      status: orders.status,
    })
    .from(orders)
    .where(areComing(day, slots))
    .orderBy(asc(orders.seq))
    .all();
}

/** Returns the closure's id; a repeated request closes once. Throws `invalid` for past days and ended slots. */
export function closeDay(actor: Actor, closing: Closing): number {
  const { day, slots, way: resolution, note } = closing;
  authorizeClosing(actor);
  return transaction((tx) => {
    const now = Date.now();
    assertDateNotPast(day, now);
    assertNotEnded(day, slots, now);
    expireUnpaid(tx, now);
    const isNew = ({ id }: { id: string }) =>
      resolution === "cancel" || !wasOffered(orderById(id), tx);
    const affected = affectedBookings(tx, day, slots).filter(isNew);
    const earlier = affected.length === 0 ? latestClosure(day, tx) : undefined;
    if (earlier && slots.every((slot) => isClosed(day, slot))) return earlier.id;

    const previous = dateOverrides(day, tx);
    const before = overridesForAudit(day, tx);
    const places = { ...previous.places };
    for (const slot of slots) places[slot] = 0;
    const publicReason = closing.publicReason || previous.publicReason;
    writeDay(tx, day, { places, note: note || previous.note, publicReason });

    const { id } = tx
      .insert(closures)
      .values({ visitDate: day, resolution, note, closedBy: actor.name, createdAt: now })
      .returning({ id: closures.id })
      .get();
    for (const { seq, slot } of affected) {
      tx.insert(closureOrders).values({ closureId: id, orderSeq: seq, visitSlot: slot }).run();
    }
    recordAudit(tx, actor, {
      action: "capacity.close",
      target: `day ${day}`,
      before,
      after: {
        ...overridesForAudit(day, tx),
        slots: slots.join(", "),
        way: resolution,
        bookings: affected.length,
      },
    });
    for (const each of affected) {
      if (resolution === "cancel") endBooking(tx, actor, each.id, closedText(day, publicReason));
      else enqueueMail(tx, "closed", orderById(each.id));
    }
    return id;
  });
}

function assertNotEnded(day: string, slots: Slot[], now: number) {
  const over = slots.filter((slot) => hasSlotEnded(day, slot, now));
  if (over.length === 0) return;
  const message = `Already over: ${over.map((slot) => slotLabel(slot)).join(", ")}`;
  throw new DomainError("invalid", message, [{ path: "slots", message }]);
}

/** Without a full stop, as every reason of a status. */
function closedText(day: string, publicReason: string) {
  const text = `The zoo is closed on ${formatShortDate(day)}`;
  return publicReason ? `${text}: ${publicReason}` : text;
}

function endBooking(tx: Tx, actor: Staff, id: string, reason: string) {
  const order = orderById(id);
  const next = order.status === "paid" ? "refunded" : "cancelled";
  changeOrderStatus(tx, actor, order, next, { reason });
}
