import { isDeepStrictEqual } from "node:util";
import { desc, eq, max } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { invoices } from "db/schema";
import { env } from "~/env.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { isActive, orderChangedError } from "~/features/orders/order-status";
import { orderById } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { balanceOf, ticketRefundsPaise } from "~/features/payments/ledger.server";
import { formatSlotOn } from "~/features/slots/slots.server";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { taxPercentAt } from "~/features/zoo/tax-rates.server";
import { addressLine, legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { duePaise, requireGroupOrder } from "./group-orders.server";
import type { InvoiceContent } from "./invoice.rules";

export type Invoice = typeof invoices.$inferSelect;

/** What a quote says now, and an invoice from when it is issued. Throws `not_found` for an order that is no group's. */
export function invoiceContent(order: Order): InvoiceContent {
  const group = requireGroupOrder(order.seq);
  const zoo = zooProfile();
  return {
    zoo: {
      name: zoo.name,
      lines: [legalLine(zoo), addressLine({ ...zoo, name: "" })].filter(Boolean),
    },
    organisation: group.organisation,
    orderId: order.id,
    visitDate: order.visitDate,
    slot: formatSlotOn(order.visitDate, order.visitSlot),
    people: order.ticketCount,
    lines: order.lines.map(({ ticketType, quantity, unitPricePaise, ruleName }) => ({
      label: ticketLabel(ticketType),
      quantity,
      unitPaise: unitPricePaise,
      rule: ruleName,
    })),
    freeAdults: group.freeAdults,
    discountPaise: order.discountPaise,
    totalPaise: order.totalPaise,
    refundedPaise: ticketRefundsPaise(order.seq),
    paidPaise: balanceOf(order.seq) + ticketRefundsPaise(order.seq),
    duePaise: duePaise(order),
    taxPercent: taxPercentAt(Date.now()),
    holdUntil: group.holdUntil,
    upi: env.UPI_VPA ?? "",
  };
}

/** Newest first. */
export const invoicesOfOrder = (orderSeq: number, reader: Reader = db): Invoice[] =>
  reader
    .select()
    .from(invoices)
    .where(eq(invoices.orderSeq, orderSeq))
    .orderBy(desc(invoices.number))
    .all();

/**
 * Issues the next invoice for a group, which never changes; one that says the same as the last returns that one. After a
 * change of the order the new one names the one that it replaces. Throws `conflict` for an order that is over.
 */
export function issueInvoice(actor: Actor, id: string): Invoice {
  authorize(actor, "orders.update");
  return transaction((tx) => {
    const order = orderById(id);
    const content = invoiceContent(order);
    if (!isActive(order.status)) throw new DomainError("conflict", orderChangedError(order));
    const [last] = invoicesOfOrder(order.seq, tx);
    if (last && isDeepStrictEqual(last.content, content)) return last;
    const [newest] = tx
      .select({ number: max(invoices.number) })
      .from(invoices)
      .all();
    const invoice = tx
      .insert(invoices)
      .values({
        number: (newest?.number ?? 0) + 1,
        orderSeq: order.seq,
        orderId: order.id,
        replaces: last?.number ?? null,
        totalPaise: order.totalPaise,
        content,
        issuedBy: actor.id,
        issuedAt: Date.now(),
      })
      .returning()
      .get();
    recordAudit(tx, actor, {
      action: "group.invoice",
      target: `order ${id}`,
      after: { invoice: invoice.number, total: invoice.totalPaise },
    });
    return invoice;
  }, "none");
}

/** For staff. Throws `forbidden` and `not_found`. */
export function findInvoice(actor: Actor, number: string): Invoice {
  authorize(actor, "orders.read");
  return invoiceByNumber(number);
}

/** For the visitor of that order. Throws `not_found` for those of others, too. */
export function invoiceOfOrder(order: { seq: number }, number: string): Invoice {
  const invoice = invoiceByNumber(number);
  if (invoice.orderSeq !== order.seq) throw notFound();
  return invoice;
}

function invoiceByNumber(typed: string): Invoice {
  const number = /^[1-9]\d{0,9}$/.test(typed) ? Number(typed) : 0;
  const invoice = db.select().from(invoices).where(eq(invoices.number, number)).get();
  if (!invoice) throw notFound();
  return invoice;
}

const notFound = () => new DomainError("not_found", "There is no such invoice");
