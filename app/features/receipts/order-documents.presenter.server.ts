import type { OrderRow } from "~/features/orders/order.types";
import {
  paymentsOfOrder,
  refundsOfOrder,
  type PaymentRow,
} from "~/features/payments/ledger.server";
import {
  moneyLabel,
  refundSource,
  REFUND_STATE_LABEL,
  REVIEW_LABEL,
} from "~/features/takings/takings.rules";
import { namesOf } from "~/features/takings/takings.server";
import { formatShortDate } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { formatRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { DOCUMENTS, type DocumentKind } from "./receipt.rules";

/** Links for the visitor of an order to its receipts and credit notes. */
export function visitorDocuments(order: OrderRow) {
  const link = (kind: DocumentKind, number: number | null, amount: number) =>
    number === null
      ? []
      : [
          {
            to: `${visitorOrderPath(order)}/${kind}/${number}`,
            label: `${DOCUMENTS[kind]} ${number}, ${formatRupees(amount)}`,
          },
        ];
  return [
    ...paymentsOfOrder(order.seq).flatMap(({ receiptNumber, amount }) =>
      link("receipts", receiptNumber, amount),
    ),
    ...refundsOfOrder(order.seq).flatMap(({ creditNoteNumber, amount }) =>
      link("credit-notes", creditNoteNumber, amount),
    ),
  ];
}

/** All money of an order as staff see it, oldest first: what came, and what went or is about to. */
export function orderMoney({ seq }: OrderRow) {
  const [payments, refunds] = [paymentsOfOrder(seq), refundsOfOrder(seq)];
  const names = namesOf([
    ...payments.map(({ recordedBy }) => recordedBy ?? ""),
    ...refunds.map(({ requestedBy }) => requestedBy),
  ]);
  const sources = new Map(payments.map((payment) => [payment.id, payment]));
  return [
    ...payments.map((payment) => ({
      id: `payment-${payment.id}`,
      what: "Payment",
      day: formatShortDate(payment.day),
      document: link("receipts", payment.receiptNumber),
      way: wayOf(payment),
      who: names.get(payment.recordedBy ?? "") ?? "",
      state: REVIEW_LABEL[payment.review],
      isOpen: payment.review !== "",
      amount: formatRupees(payment.amount),
    })),
    ...refunds.map((refund) => ({
      id: `refund-${refund.id}`,
      what: "Refund",
      day: formatShortDate(refund.day ?? toLocalDate(refund.requestedAt)),
      document: link("credit-notes", refund.creditNoteNumber),
      way: moneyLabel(...refundSource(refund, sources.get(refund.paymentId ?? 0))),
      who: names.get(refund.requestedBy) ?? "",
      state: REFUND_STATE_LABEL[refund.state],
      isOpen: refund.state !== "succeeded" && refund.state !== "withdrawn",
      amount: formatRupees(-refund.amount),
    })),
  ];
}

/** With the reference of a UPI transfer, by which it is found at the bank. */
const wayOf = ({ provider, method, providerPaymentId }: PaymentRow) =>
  moneyLabel(provider, method) + (provider === "upi" ? `, reference ${providerPaymentId}` : "");

const link = (kind: DocumentKind, number: number | null) =>
  number === null
    ? null
    : { to: `/admin/dashboard/${kind}/${number}`, label: `${DOCUMENTS[kind]} ${number}` };
