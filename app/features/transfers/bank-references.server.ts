import { and, eq, isNull, type SQL } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { bankReferences, orders, payments } from "db/schema";
import type { OrderRow } from "~/features/orders/order.types";
import { DomainError } from "~/lib/errors";
import { amountToPay } from "~/features/groups/group-orders.server";

/** References of UPI transfers, as visitors give them and staff see them at the bank. One confirms one order, for ever. */

/** What the visitor has given; `notFoundAt` where staff did not find it. */
export const givenReference = (orderSeq: number, reader: Reader = db) =>
  reader.select().from(bankReferences).where(eq(bankReferences.orderSeq, orderSeq)).get();

/** The one that waits for the bank; undefined for none. */
export function waitingReference(orderSeq: number, reader: Reader = db) {
  const given = givenReference(orderSeq, reader);
  return given?.notFoundAt === null ? given.reference : undefined;
}

const waiting = (reader: Reader, condition?: SQL) =>
  reader
    .select({
      reference: bankReferences.reference,
      givenAt: bankReferences.createdAt,
      order: orders,
    })
    .from(bankReferences)
    .innerJoin(orders, eq(orders.seq, bankReferences.orderSeq))
    .where(and(isNull(bankReferences.notFoundAt), condition))
    .all()
    .map(({ order, ...given }) => ({
      ...given,
      ...{ seq: order.seq, id: order.id, toPay: amountToPay(order) },
    }));

/** All orders that wait for the bank. */
export const waitingTransfers = () => waiting(db);

/** The order that waits with this reference. */
export const waitingWith = (reference: string, reader: Reader) =>
  waiting(reader, eq(bankReferences.reference, reference))[0];

/** The payment that came with a reference. */
export const paymentWith = (reference: string, reader: Reader = db) =>
  reader
    .select()
    .from(payments)
    .where(and(eq(payments.provider, "upi"), eq(payments.providerPaymentId, reference)))
    .get();

/** The number of another order whose transfer it is, or may be; undefined if there is none. */
export function otherOrderOf(reference: string, { seq }: OrderRow, reader: Reader) {
  const payment = paymentWith(reference, reader);
  if (payment && payment.orderSeq !== seq) return payment.orderId;
  const waits = waitingWith(reference, reader);
  return waits && waits.seq !== seq ? waits.id : undefined;
}

export const removeReference = (tx: Tx, orderSeq: number) =>
  tx.delete(bankReferences).where(eq(bankReferences.orderSeq, orderSeq)).run();

/** As it was before a Mark Paid that was undone. */
export const restoreReference = (tx: Tx, given: typeof bankReferences.$inferSelect) =>
  tx.insert(bankReferences).values(given).onConflictDoNothing().run();

/**
 * The reference of the transfer that pays an order by Mark Paid: what staff have entered, else what the visitor has
 * given; blank for none. Throws `conflict` for one that another order has used.
 */
export function takeReference(tx: Tx, order: OrderRow, entered?: string): string {
  const reference = entered ?? waitingReference(order.seq, tx) ?? "";
  const other = reference && otherOrderOf(reference, order, tx);
  if (other) {
    const message = `Order ${other} has this reference. Look for it on Reconcile, or enter another.`;
    throw new DomainError("conflict", message, [{ path: "upiReference", message }]);
  }
  removeReference(tx, order.seq);
  return paymentWith(reference, tx) ? "" : reference;
}
