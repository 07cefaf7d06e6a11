import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { bankReferences, orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { waitingReference } from "~/features/transfers/bank-references.server";
import { receiveTransfer } from "~/features/transfers/receive-transfer.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { assertOwnDecision, type Decision } from "./decisions.server";

/** What staff decide about a UPI transfer of which a visitor has given the reference. Repeating a decision changes nothing. All throw `not_found` and `conflict`. */

type Work = { tx: Tx; actor: Staff; order: Order; reference: string };

function decide(
  actor: Actor,
  orderSeq: number,
  action: Decision,
  work: (parts: Work) => Record<string, unknown>,
) {
  authorize(actor, "orders.update");
  transaction((tx) => {
    const row = tx.select({ id: orders.id }).from(orders).where(eq(orders.seq, orderSeq)).get();
    if (!row) throw new DomainError("not_found", "Order not found");
    const target = `order ${row.id}`;
    const reference = waitingReference(orderSeq, tx);
    if (reference === undefined) return assertOwnDecision(actor, target, action);
    const after = work({ tx, actor, order: orderById(row.id), reference });
    recordAudit(tx, actor, { action, target, after: { bankReference: reference, ...after } });
  }, "availability");
}

/** The money is at the bank; `amount` in paise. Another amount than the price is decided about next. */
export const confirmTransfer = (actor: Actor, orderSeq: number, amount: number) =>
  decide(actor, orderSeq, "payment.transfer", ({ tx, actor: by, order, reference }) => {
    receiveTransfer(tx, by, order.id, { reference, amount, paidAt: Date.now() });
    return { amountPaise: amount };
  });

/** The visitor learns it, and may give another reference. */
export const rejectTransfer = (actor: Actor, orderSeq: number) =>
  decide(actor, orderSeq, "payment.not-found", ({ tx, order }) => {
    tx.update(bankReferences)
      .set({ notFoundAt: Date.now() })
      .where(eq(bankReferences.orderSeq, orderSeq))
      .run();
    if (order.status !== "paid") enqueueMail(tx, "notFound", order);
    return {};
  });
