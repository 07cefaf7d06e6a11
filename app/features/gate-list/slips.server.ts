import { and, asc, between, count, eq, isNull, max } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { emergencySlips, lockedDays } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { admit } from "~/features/gate/admission.server";
import { insertOrder } from "~/features/orders/create-order.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import type { Order } from "~/features/orders/order.types";
import { UNLIMITED, type Booker } from "~/features/orders/unpaid-limits.server";
import { settleByHand } from "~/features/payments/ledger.server";
import { slotStart } from "~/features/slots/slot-times.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays, formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import type { EnteredSlip } from "./gate-list.schema";

/** Reserves the next numbers, without gaps, and answers the first and the last of them. */
export function printSlips(actor: Actor, wanted: number): { first: number; last: number } {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const first = lastSlip(tx) + 1;
    const last = first + wanted - 1;
    const printed = { printedAt: Date.now(), printedBy: actor.id };
    const numbers = Array.from({ length: wanted }, (_, at) => first + at);
    tx.insert(emergencySlips)
      .values(numbers.map((number) => ({ number, ...printed })))
      .run();
    recordAudit(tx, actor, { action: "slip.print", target: "slips", after: { first, last } });
    return { first, last };
  }, "none");
}

const lastSlip = (reader: Reader) =>
  reader
    .select({ number: max(emergencySlips.number) })
    .from(emergencySlips)
    .get()?.number ?? 0;

/** Those of these numbers that were printed, to print them again. */
export function printedSlips(actor: Actor, first: number, last: number): number[] {
  authorize(actor, "tickets.check-in");
  return db
    .select({ number: emergencySlips.number })
    .from(emergencySlips)
    .where(between(emergencySlips.number, first, last))
    .orderBy(asc(emergencySlips.number))
    .all()
    .map(({ number }) => number);
}

/** How many slips were printed, and how many of them are not entered. */
export function countSlips(actor: Actor) {
  authorize(actor, "tickets.check-in");
  const open = db
    .select({ slips: count() })
    .from(emergencySlips)
    .where(isNull(emergencySlips.enteredAt))
    .get();
  return { printed: lastSlip(db), open: open?.slips ?? 0 };
}

/** The order that a slip became; null for a slip that is not entered, and an unknown one. */
export function orderOfSlip(actor: Actor, number: number): string | null {
  authorize(actor, "orders.read");
  return slipByNumber(db, number)?.orderId ?? null;
}

const slipByNumber = (reader: Reader, number: number) =>
  reader.select().from(emergencySlips).where(eq(emergencySlips.number, number)).get();

/**
 * Makes a paid order of a slip, at the tariff of its day, with all its people inside. Its money counts on the day of the
 * slip. Throws `invalid` for an unknown number, another day than today or yesterday, and a sum that differs from the
 * tariff without a note; `conflict` for a slip that is entered already, a locked day, and a slot that is full.
 */
export function enterSlip(actor: Actor, slip: EnteredSlip): Order {
  authorize(actor, "tickets.check-in"); // its people are inside
  authorize(actor, "orders.update");
  return transaction((tx) => {
    const row = slipByNumber(tx, slip.number);
    if (!row) throw invalid("number", `Slip ${slip.number} was never printed`);
    if (row.enteredAt !== null) {
      const message = `Slip ${slip.number} is entered already: order ${row.orderId}`;
      throw new DomainError("conflict", message, [{ path: "number", message }]);
    }
    assertDay(tx, slip.visitDate);
    const order = sell(tx, actor, slip);
    tx.update(emergencySlips)
      .set({
        enteredAt: Date.now(),
        enteredBy: actor.id,
        orderId: order.id,
        takenPaise: slip.takenPaise,
        note: slip.note,
      })
      .where(and(eq(emergencySlips.number, slip.number), isNull(emergencySlips.enteredAt)))
      .run();
    recordAudit(tx, actor, {
      action: "slip.enter",
      target: `slip ${slip.number}`,
      after: { order: order.id, amountPaise: slip.takenPaise, note: slip.note },
    });
    return order;
  }, "availability");
}

function assertDay(tx: Tx, day: string) {
  const today = toLocalDate();
  if (day > today || day < addDays(today, -1))
    throw invalid("visitDate", "Slips are entered for today or yesterday");
  if (tx.select().from(lockedDays).where(eq(lockedDays.day, day)).get()) {
    const name = formatShortDate(day);
    const message = `The takings of ${name} are locked. Enter the slip with the date of an open day, and say in the note that it is of ${name}.`;
    throw new DomainError("conflict", message, [{ path: "visitDate", message }]);
  }
}

function sell(tx: Tx, actor: Staff, slip: EnteredSlip): Order {
  const { visitDate, visitSlot, counts, paymentMethod, takenPaise, note } = slip;
  const contact = { name: "", email: "", phone: "" };
  const booking = { visitDate, visitSlot, counts, paymentMethod, contact, promoCode: "" };
  const booker: Booker = { ...UNLIMITED, isStaff: true, hasCome: true, channel: "counter" };
  const { order } = insertOrder(tx, booking, undefined, booker);
  if (takenPaise !== order.totalPaise && note === "") {
    const price = formatRupees(order.totalPaise);
    throw invalid(
      "taken",
      `By the tariff it is ${price}. Correct it, or say in the note why it differs.`,
    );
  }
  const at = Math.min(Date.now(), slotStart(visitDate, visitSlot));
  settleByHand(tx, order, actor, "", at);
  changeOrderStatus(tx, actor, order, "paid", { isSettled: true, isSilent: true });
  const [first] = activeTicketsOfOrder(order.seq);
  if (first) admit(tx, actor, { code: first.code, at, override: true, party: true });
  return order;
}

const invalid = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);
