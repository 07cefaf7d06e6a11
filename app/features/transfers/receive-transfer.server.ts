import type { Tx } from "db/connection.server";
import type { Staff } from "~/features/auth/permissions";
import { amountToPay } from "~/features/groups/group-orders.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { orderById } from "~/features/orders/orders.server";
import { addPayment } from "~/features/payments/ledger.server";
import { applyPayment, judgePayment } from "~/features/payments/receive-payment.server";
import { CURRENCY } from "~/lib/money";
import { paymentWith, removeReference } from "./bank-references.server";

export type Transfer = {
  reference: string;
  /** In paise. */
  amount: number;
  paidAt: number;
};

/**
 * A transfer that staff have seen at the bank pays the order that waits for it, or is for staff to decide about, as
 * money from a provider. After an undone Mark Paid with the same reference the money counts without it.
 */
export function receiveTransfer(
  tx: Tx,
  by: Staff,
  orderId: string,
  { reference, amount, paidAt }: Transfer,
) {
  expireUnpaid(tx, Date.now(), orderById(orderId));
  const order = orderById(orderId);
  if (paymentWith(reference, tx)) return changeOrderStatus(tx, by, order, "paid");
  const money = { amount, currency: CURRENCY };
  const expected = { amount: amountToPay(order), currency: CURRENCY };
  const { review, note } = judgePayment(order, money, expected);
  const payment = addPayment(tx, {
    ...{ provider: "upi", providerPaymentId: reference, method: "upi" },
    ...{ money, order, paidAt, by, review, reviewNote: note },
  });
  removeReference(tx, order.seq);
  applyPayment(tx, by, order, payment);
}
