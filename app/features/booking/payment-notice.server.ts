import type { Order } from "~/features/orders/order.types";
import { paymentsOfOrder } from "~/features/payments/ledger.server";
import { waitingReference } from "~/features/transfers/bank-references.server";
import { formatRupees } from "~/lib/money";
import { amountToPay } from "~/features/groups/group-orders.server";

/** What its visitor should know about money that staff have still to decide about; null when there is none. */
export function paymentNotice(order: Order) {
  const { seq, status } = order;
  const received = paymentsOfOrder(seq);
  const other = received.find(({ review }) => review === "amount");
  if (other && status === "pending")
    return `We have received ${formatRupees(other.amount)}, and ${formatRupees(amountToPay(order))} was to be paid. We look at it and write to you.`;
  if (status === "cancelled" && waitingReference(seq))
    return "We have the reference of your UPI transfer. The zoo looks for the money and writes to you.";
  return received.some(({ review }) => review === "duplicate")
    ? "We have received your payment twice; the second goes back."
    : null;
}
