import type { Order } from "~/features/orders/order.types";
import { orderView } from "~/features/orders/order.presenter.server";
import { isProvider } from "~/features/payments/payment.rules";
import { paidByLabel } from "~/features/takings/takings.rules";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { taxPercentAt } from "~/features/zoo/tax-rates.server";
import { addressLine, legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { formatShortDate } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import { formatDateTime } from "~/lib/time-zone.server";
import { DOCUMENTS, taxContained } from "./receipt.rules";
import type { MoneyDocument } from "./receipts.server";

export type DocumentView = ReturnType<typeof documentView>;

/** A receipt or a credit note as the page and the PDF display it. */
export function documentView(document: MoneyDocument) {
  const { kind, number, payment, refund, order } = document;
  const zoo = zooProfile();
  const amount = refund?.amount ?? payment?.amount ?? 0;
  const isWhole = !refund && order !== undefined && order.totalPaise === amount;
  return {
    title: `${DOCUMENTS[kind]} ${number}`,
    zoo: {
      name: zoo.name,
      lines: [legalLine(zoo), addressLine({ ...zoo, name: "" })].filter(Boolean),
    },
    facts: facts(document).filter(({ value }) => value !== ""),
    rows: isWhole
      ? orderRows(order)
      : [{ label: singleRow(document), amount: formatRupees(amount) }],
    total: { label: refund ? "Given back" : "Paid", amount: formatRupees(amount) },
    /** Of an invoice: what is paid of it, and what is due. */
    balance: [] as { label: string; amount: string }[],
    tax: payment ? taxRow(amount, taxPercentAt(payment.paidAt)) : null,
    note: refund?.returnedDay
      ? `This money came back to the zoo on ${formatShortDate(refund.returnedDay)}.`
      : null,
  };
}

function facts({ payment, refund, order }: MoneyDocument) {
  const orderId = order?.id ?? refund?.orderId ?? payment?.orderId ?? "";
  const date = refund ? formatShortDate(refund.day ?? "") : formatDateTime(payment?.paidAt ?? 0);
  const common = [
    { name: "Date", value: date },
    { name: "Order", value: orderId },
    { name: "Name", value: order?.contactName ?? "" },
  ];
  if (refund)
    return [
      ...common,
      { name: "For receipt", value: payment ? String(payment.receiptNumber) : "" },
      {
        name: "Given back",
        value: refund.method === "provider" ? "The way it was paid" : "By hand",
      },
      { name: "Reference", value: refund.bankReference },
    ];
  if (!payment) return common;
  const hasReference = isProvider(payment.provider) || payment.provider === "upi";
  return [
    ...common,
    { name: "Paid by", value: paidByLabel(payment.provider, payment.method) },
    { name: "Reference", value: hasReference ? payment.providerPaymentId : "" },
  ];
}

/** The prices of an order, line by line, with what a promo code took off. */
export function orderRows(order: Order) {
  const lines = order.lines.map(({ ticketType, quantity, unitPricePaise, ruleName }) => ({
    label: `${quantity} ${ticketLabel(ticketType)} × ${formatRupees(unitPricePaise)}${ruleName && `, ${ruleName}`}`,
    amount: formatRupees(quantity * unitPricePaise),
  }));
  const discount = {
    label: orderView(order).price.discount,
    amount: formatRupees(-order.discountPaise),
  };
  return order.discountPaise > 0 ? [...lines, discount] : lines;
}

function singleRow({ payment, refund }: MoneyDocument) {
  const what = refund ? "Refund" : "Payment";
  const orderId = refund?.orderId ?? payment?.orderId;
  return orderId ? `${what} for order ${orderId}` : what;
}

/** The tax that an amount contains, in paise; null where the zoo has none. */
export const taxRow = (amount: number, percent: number) =>
  percent > 0
    ? {
        label: `Includes ${percent} % GST`,
        amount: formatRupees(taxContained(amount, percent)),
      }
    : null;
