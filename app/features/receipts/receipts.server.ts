import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "db/connection.server";
import { payments, refunds } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { Order, OrderRow } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import type { PaymentRow, RefundRow } from "~/features/payments/ledger.server";
import { DomainError } from "~/lib/errors";
import type { DocumentKind } from "./receipt.rules";

/** What a receipt or a credit note is about. */
export type MoneyDocument = {
  kind: DocumentKind;
  number: number;
  payment: PaymentRow | undefined;
  /** Of a credit note. */
  refund: RefundRow | undefined;
  /** Undefined for a deleted or unknown order. */
  order: Order | undefined;
};

/** For staff. Throws `forbidden`, and `not_found` for a number that there is not. */
export function findDocument(actor: Actor, kind: DocumentKind, number: string): MoneyDocument {
  authorize(actor, "orders.read");
  return documentByNumber(kind, number);
}

/** For the visitor of that order. Throws `not_found` for those of others, too. */
export function documentOfOrder(order: OrderRow, kind: DocumentKind, number: string) {
  const document = documentByNumber(kind, number);
  if (document.order?.seq !== order.seq) throw notFound();
  return document;
}

const notFound = () => new DomainError("not_found", "There is no such receipt");

function documentByNumber(kind: DocumentKind, typed: string): MoneyDocument {
  const number = /^[1-9]\d{0,9}$/.test(typed) ? Number(typed) : 0;
  const refund = kind === "credit-notes" ? refundByNumber(number) : undefined;
  const payment = refund ? paymentOf(refund) : paymentByNumber(kind === "receipts" ? number : 0);
  const about = refund ?? payment;
  if (!about) throw notFound();
  const order = about.orderSeq === null ? undefined : orderById(about.orderId);
  return { kind, number, payment, refund, order };
}

const paymentByNumber = (number: number) =>
  db.select().from(payments).where(eq(payments.receiptNumber, number)).get();

const refundByNumber = (number: number) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.creditNoteNumber, number), isNotNull(refunds.day)))
    .get();

const paymentOf = ({ paymentId }: RefundRow) =>
  paymentId === null
    ? undefined
    : db.select().from(payments).where(eq(payments.id, paymentId)).get();
