import { and, asc, eq, inArray, notExists, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { closureOrders, closures, orders, tickets } from "db/schema";
import { allow, type Actor, type Staff } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { dayInShort } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { queueMail } from "~/features/mail/enqueue-mail.server";
import { changeStatusIn } from "~/features/orders/change-status.server";
import { cancelUnpaid } from "~/features/orders/expire-orders.server";
import { HOLDING, SLOT_HOURS, type Slot } from "~/features/orders/order.rules";
import { orderById } from "~/features/orders/orders.server";
import { refusePastDay } from "~/features/orders/visit-rules.server";
import { hasComeIn } from "~/features/tickets/tickets.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { isOver } from "~/lib/time-zone.server";
import type { Closing } from "~/features/capacity/capacity.schema";
import { exceptionsOf, isClosed } from "~/features/capacity/capacity.server";
import { writeDay } from "~/features/capacity/change-capacity.server";
import { lastClosureOf } from "./closures.server";
import { hasOffer } from "./reschedule-offers.server";

/** Closing slots of a day on which people have booked, and what happens to those bookings. */

/** The bookings that closing slots of a day affects, without those of people who are already in. */
export function bookingsOn(actor: Actor, day: string, slots: Slot[], reader: Reader = db) {
  allow(actor, "capacity.read");
  const isIn = reader
    .select({ one: sql`1` })
    .from(tickets)
    .where(hasComeIn(orders.seq));
  return reader
    .select({
      seq: orders.seq,
      id: orders.id,
      name: orders.contactName,
      people: orders.ticketCount,
      slot: orders.visitSlot,
      status: orders.status,
    })
    .from(orders)
    .where(
      and(
        eq(orders.visitDate, day),
        inArray(orders.visitSlot, slots),
        inArray(orders.status, HOLDING),
        notExists(isIn),
      ),
    )
    .orderBy(asc(orders.seq))
    .all();
}

/**
 * Closes slots of a day, all or nothing. Every booking there is either ended (cancelled if unpaid, refunded if
 * paid) or offered a free move that its visitor decides on. Returns the closure's number; a repeated request
 * closes only once. Throws `invalid` for a past day and for slots that are over.
 */
export function closeDay(actor: Actor, { day, slots, way, note }: Closing): number {
  allow(actor, "capacity.update");
  return inTransaction((tx) => {
    const now = Date.now();
    refusePastDay(day, now);
    refuseOver(day, slots, now);
    cancelUnpaid(tx, now);
    const isNew = ({ id }: { id: string }) => way === "cancel" || !hasOffer(orderById(id), tx);
    const affected = bookingsOn(actor, day, slots, tx).filter(isNew);
    const earlier = affected.length === 0 ? lastClosureOf(day, tx) : undefined;
    if (earlier && slots.every((slot) => isClosed(day, slot))) return earlier.id;

    const said = exceptionsOf(day, tx);
    const places = { ...said };
    for (const slot of slots) places[slot] = 0;
    writeDay(tx, day, places, note || said.note);

    const { id } = tx
      .insert(closures)
      .values({ visitDate: day, way, note, closedBy: actor.name, createdAt: now })
      .returning({ id: closures.id })
      .get();
    for (const { seq, slot } of affected) {
      tx.insert(closureOrders).values({ closureId: id, orderSeq: seq, visitSlot: slot }).run();
    }
    record(tx, actor, {
      action: "capacity.close",
      target: `day ${day}`,
      before: said,
      after: { ...exceptionsOf(day, tx), slots: slots.join(", "), way, bookings: affected.length },
    });
    for (const each of affected) {
      if (way === "cancel") end(tx, actor, each.id, day);
      else queueMail(tx, "closed", orderById(each.id));
    }
    return id;
  });
}

/** Slots that are over cannot be closed: nobody is owed a refund for them. */
function refuseOver(day: string, slots: Slot[], now: number) {
  const over = slots.filter((slot) => isOver(day, slot, now));
  if (over.length === 0) return;
  const message = `Already over: ${over.map((slot) => SLOT_HOURS[slot].label).join(", ")}`;
  throw new DomainError("invalid", message, [{ path: "slots", message }]);
}

function end(tx: Tx, actor: Staff, id: string, day: string) {
  const order = orderById(id);
  const next = order.status === "paid" ? "refunded" : "cancelled";
  changeStatusIn(tx, actor, order, next, `The zoo is closed on ${dayInShort(day)}`);
}
