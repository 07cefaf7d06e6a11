import type { Tx } from "db/connection.server";
import type { Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { amountToPay } from "~/features/groups/group-orders.server";
import { STATUS_REASONS } from "~/features/orders/order-status";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import type { Order } from "~/features/orders/order.types";
import { assertVisitNotPast } from "~/features/orders/visit-rules.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { addRefund, clearReview, setReview, type PaymentRow } from "./ledger.server";
import { isProvider, type Review } from "./payment.rules";
import type { Money } from "./provider";

/** What money that comes for an order does, whether a provider reports it or staff see it at the bank. */

/** Which row of the table in decision 020 it falls under; `expected`: what was asked for. */
export function judgePayment(
  order: Order,
  money: Money,
  expected: Money,
): { review: Review; note: string } {
  const isExpected =
    money.currency === expected.currency &&
    money.amount === expected.amount &&
    (!awaitsMoney(order) || money.amount === amountToPay(order));
  if (!isExpected) {
    const due = Math.max(amountToPay(order), expected.amount);
    return { review: "amount", note: `${formatRupees(due)} was to be paid` };
  }
  if (order.status === "paid") return { review: "duplicate", note: "The order was paid already" };
  if (awaitsMoney(order)) return { review: "", note: "" };
  return { review: "choice", note: `The order was ${order.status} before the money came` };
}

const awaitsMoney = (order: Order) => order.status === "pending" || isUnpaidLapse(order);

/** It ended only because nobody had paid. */
const isUnpaidLapse = ({ status, statusReason }: Order) =>
  status === "cancelled" &&
  [STATUS_REASONS.notPaid, STATUS_REASONS.cancelledUnpaid].includes(statusReason);

/** The order follows a payment that is in the ledger. */
export function applyPayment(tx: Tx, by: Staff | "site", order: Order, payment: PaymentRow) {
  if (payment.review === "") payOrder(tx, by, order, payment);
  const goesBack = isProvider(payment.provider) && getAppSetting("refund_duplicates") === 1;
  if (payment.review === "duplicate" && goesBack) refundDuplicate(tx, order, payment);
}

/** Late money takes the places again if they are free, else its visitor chooses. */
function payOrder(tx: Tx, by: Staff | "site", order: Order, payment: PaymentRow) {
  const isLate = order.status !== "pending";
  try {
    if (isLate) assertVisitNotPast(order, Date.now());
    changeOrderStatus(tx, by, order, "paid", { isSettled: true, isSilent: isLate });
    if (isLate) enqueueMail(tx, "paid", order, { isLate });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    setReview(tx, payment.id, "choice", error.message);
    enqueueMail(tx, "paidLate", order);
  }
}

/** Where the owner wants duplicates to go back without a member of staff. */
function refundDuplicate(tx: Tx, order: Order, payment: PaymentRow) {
  addRefund(tx, { order, payment, amount: payment.amount, by: "site", reason: "Paid twice" });
  clearReview(tx, payment.id);
}
