import type { Staff } from "~/features/auth/permissions";
import { findOrder } from "~/features/orders/find-order.server";
import type { Order } from "~/features/orders/order.types";
import type { DocumentView } from "~/features/receipts/receipt.presenter.server";
import { invoiceResponse, invoiceView, quoteResponse, quoteView } from "./invoice.presenter.server";
import { findInvoice, invoiceOfOrder, type Invoice } from "./invoices.server";

/** The same modules answer for quotes and invoices: only an invoice has a number in its address. */
type Params = { id?: string | undefined; number?: string | undefined };

type GroupDocument = { view: DocumentView; orderId: string | null; pdf: () => Promise<Response> };

/** For staff. Throws `forbidden` and `not_found`. */
export const staffGroupDocument = (staff: Staff, { id = "", number }: Params): GroupDocument =>
  number === undefined ? ofQuote(findOrder(staff, id)) : ofInvoice(findInvoice(staff, number));

/** For the visitor of an order. Throws `not_found`. */
export const visitorGroupDocument = (order: Order, { number }: Params): GroupDocument =>
  number === undefined ? ofQuote(order) : ofInvoice(invoiceOfOrder(order, number));

const ofQuote = (order: Order): GroupDocument => ({
  view: quoteView(order),
  orderId: order.id,
  pdf: () => quoteResponse(order),
});

const ofInvoice = (invoice: Invoice): GroupDocument => ({
  view: invoiceView(invoice),
  orderId: invoice.orderSeq === null ? null : invoice.orderId,
  pdf: () => invoiceResponse(invoice),
});
