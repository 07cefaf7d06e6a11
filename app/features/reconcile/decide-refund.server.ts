import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { refunds, tickets } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { orderById } from "~/features/orders/orders.server";
import { updateRefundDue } from "~/features/orders/refunds-due.server";
import { addRefund, moveRefund, type RefundRow } from "~/features/payments/ledger.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { assertOwnDecision, type Decision } from "./decisions.server";
import { isReported, isStillDue, isStuck, paymentOf } from "./find-rows.server";

/** What staff decide about money that should go out. Repeating a decision changes nothing. All throw `not_found` and `conflict`. */

type Work = { tx: Tx; actor: Staff; refund: RefundRow };

function decide(
  actor: Actor,
  id: number,
  action: Decision,
  isOpen: (refund: RefundRow, tx: Tx) => boolean,
  work: (parts: Work) => Record<string, unknown> | void,
) {
  authorize(actor, "orders.refund");
  transaction((tx) => {
    const refund = tx.select().from(refunds).where(eq(refunds.id, id)).get();
    if (!refund) throw new DomainError("not_found", "Refund not found");
    const target = `refund ${refund.reference}`;
    if (!isOpen(refund, tx)) return assertOwnDecision(actor, target, action);
    const more = work({ tx, actor, refund });
    recordAudit(tx, actor, { action, target, after: { amountPaise: refund.amount, ...more } });
  }, "availability");
}

const isUnsent = (refund: RefundRow, tx: Tx) => isStuck(refund) || isStillDue(refund, tx);

/** One that failed gets another reference; one without an answer keeps its own, so that the money goes once. */
export const requestAgain = (actor: Actor, id: number) =>
  decide(
    actor,
    id,
    "payment.refund-again",
    (refund, tx) => isStillDue(refund, tx) || (isStuck(refund) && !isDueNow(refund)),
    ({ tx, actor: by, refund }) => {
      if (refund.state === "failed") replace(tx, refund, { by });
      else
        tx.update(refunds)
          .set({ nextAttemptAt: Date.now() })
          .where(eq(refunds.id, refund.id))
          .run();
    },
  );

const isDueNow = ({ nextAttemptAt }: RefundRow) =>
  nextAttemptAt !== null && nextAttemptAt <= Date.now();

/** Staff have given the money themselves, or have seen at the provider that it has gone. */
export const recordGiven = (actor: Actor, id: number, bankReference: string) =>
  decide(actor, id, "payment.refund-given", isUnsent, ({ tx, actor: by, refund }) => {
    if (refund.state === "failed") replace(tx, refund, { by, isGiven: true, bankReference });
    else moveRefund(tx, refund, { state: "succeeded", bankReference });
    if (refund.orderSeq !== null) endDebt(tx, refund.orderId);
    return { bankReference };
  });

function endDebt(tx: Tx, orderId: string) {
  const before = orderById(orderId);
  updateRefundDue(tx, orderId);
  if (before.refundDue && !orderById(orderId).refundDue) enqueueMail(tx, "repaid", before);
}

type Replacement = { by: Staff; isGiven?: boolean; bankReference?: string };

function replace(tx: Tx, refund: RefundRow, more: Replacement) {
  tx.update(refunds).set({ state: "withdrawn" }).where(eq(refunds.id, refund.id)).run();
  const { orderSeq, orderId, amount, reason, forTickets } = refund;
  const order = orderSeq === null ? undefined : orderById(orderId);
  const payment = paymentOf(refund, tx);
  const next = addRefund(tx, {
    ...{ order, amount, reason, forTickets },
    ...(payment && { payment }),
    ...more,
  });
  tx.update(tickets).set({ refundId: next.id }).where(eq(tickets.refundId, refund.id)).run();
}

/** The order ends as its money did; what of it is still here goes back as well. */
export const markOrderRefunded = (actor: Actor, id: number) =>
  decide(actor, id, "payment.order-refunded", isReported, ({ tx, actor: by, refund }) => {
    changeOrderStatus(tx, by, orderById(refund.orderId), "refunded");
    return { order: refund.orderId };
  });

/** The money that went counts as given for single tickets. */
export const keepOrder = (actor: Actor, id: number) =>
  decide(actor, id, "payment.order-kept", isReported, ({ tx, refund }) => {
    tx.update(refunds).set({ forTickets: true }).where(eq(refunds.id, refund.id)).run();
    return { order: refund.orderId };
  });
