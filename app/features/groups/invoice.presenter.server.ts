import type { Order } from "~/features/orders/order.types";
import { pdfResponse, viewPdf } from "~/features/receipts/receipt-pdf.server";
import { taxRow, type DocumentView } from "~/features/receipts/receipt.presenter.server";
import { formatLongDate, formatShortDate } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { formatRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { groupOrderOf } from "./group-orders.server";
import { formatFreeAdults } from "./groups.rules";
import type { InvoiceContent } from "./invoice.rules";
import { invoiceContent, invoicesOfOrder, type Invoice } from "./invoices.server";

/** A quote or an invoice as the page and the PDF display it. */

type Kind = { title: string; day: string; note: string };

export const quoteView = (order: Order): DocumentView =>
  contentView(invoiceContent(order), {
    title: `Quote for order ${order.id}`,
    day: toLocalDate(),
    note: "A quote is no invoice. Its price counts while the places are held.",
  });

export const invoiceView = ({ number, issuedAt, replaces, content }: Invoice): DocumentView =>
  contentView(content, {
    title: `Invoice ${number}`,
    day: toLocalDate(issuedAt),
    note: replaces === null ? "" : `It replaces invoice ${replaces}.`,
  });

function contentView(content: InvoiceContent, { title, day, note }: Kind): DocumentView {
  const { totalPaise, refundedPaise, paidPaise, duePaise } = content;
  return {
    title,
    zoo: content.zoo,
    facts: [
      { name: "Date", value: formatShortDate(day) },
      { name: "Order", value: content.orderId },
      { name: "For", value: content.organisation },
      { name: "Visit", value: `${formatLongDate(content.visitDate)}, ${content.slot}` },
      { name: "People", value: String(content.people) },
      {
        name: "Pay until",
        value: duePaise > 0 ? formatShortDate(content.holdUntil) : "",
      },
      { name: "By UPI to", value: duePaise > 0 ? content.upi : "" },
    ].filter(({ value }) => value !== ""),
    rows: rows(content),
    total: { label: "Total", amount: formatRupees(totalPaise) },
    tax: taxRow(totalPaise, content.taxPercent),
    balance: [
      ...(refundedPaise > 0
        ? [{ label: "Given back for tickets", amount: formatRupees(-refundedPaise) }]
        : []),
      { label: "Paid so far", amount: formatRupees(paidPaise) },
      { label: "Due", amount: formatRupees(duePaise) },
    ],
    note: note || null,
  };
}

const rows = ({ lines, freeAdults, discountPaise }: InvoiceContent) => [
  ...lines.map(({ label, quantity, unitPaise, rule }) => ({
    label: `${quantity} ${label} × ${formatRupees(unitPaise)}${rule && `, ${rule}`}`,
    amount: formatRupees(quantity * unitPaise),
  })),
  ...(freeAdults > 0
    ? [{ label: formatFreeAdults(freeAdults), amount: formatRupees(-discountPaise) }]
    : []),
];

export const quoteResponse = async (order: Order) =>
  pdfResponse(await viewPdf(quoteView(order), new Date()), `zoo-quote-${order.id}`);

export const invoiceResponse = async (invoice: Invoice) =>
  pdfResponse(
    await viewPdf(invoiceView(invoice), new Date(invoice.issuedAt)),
    `zoo-invoice-${invoice.number}`,
  );

/** Links for the visitor of a group order; none for other orders. */
export function visitorInvoices(order: Order) {
  if (!groupOrderOf(order.seq)) return [];
  const path = visitorOrderPath(order);
  return [
    ...(order.status === "pending" ? [{ to: `${path}/quote`, label: "Quote" }] : []),
    ...invoicesOfOrder(order.seq).map(({ number, totalPaise }) => ({
      to: `${path}/invoices/${number}`,
      label: `Invoice ${number}, ${formatRupees(totalPaise)}`,
    })),
  ];
}
