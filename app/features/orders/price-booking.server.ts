import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orderItems, orders } from "db/schema";
import type { Visit } from "~/features/slots/slot";
import { findPromo, redeemPromo } from "~/features/tariff/promo-codes.server";
import {
  countPeople,
  priceOf,
  totals,
  type Price,
  type TicketCounts,
  type TicketTypeRow,
} from "~/features/tariff/tariff";
import { entireTariff, publicTariff, tariff } from "~/features/tariff/tariff.server";
import { DomainError } from "~/lib/errors";
import { ACTIVE_STATUSES } from "./order-status";
import type { Order } from "./order.types";

type Booking = Visit & {
  counts: TicketCounts;
  promoCode: string;
  contact: { email: string };
};

/**
 * The price of a new order, within its transaction. Throws `invalid` for a type that is not for sale and a promo code
 * that does not apply, and `conflict` when an extra is sold out.
 */
export function priceBooking(tx: Tx, booking: Booking, isStaff: boolean): Price {
  const { counts, promoCode, contact } = booking;
  const offered = isStaff ? tariff() : publicTariff();
  assertOffered(offered.types, counts);
  const price = priceOf(offered, counts, booking);
  assertInStock(booking, offered.types, counts);
  const { lines } = price;
  const promo = redeemPromo(tx, promoCode, { visit: booking, lines, email: contact.email });
  return promo ? { ...price, ...totals(lines, promo) } : price;
}

/** The price of other items in an order: a type that it has already keeps its price. Throws as `priceBooking`. */
export function repriceOrder(order: Order, counts: TicketCounts): Price {
  const isOwn = (type: string) => order.lines.some(({ ticketType }) => ticketType === type);
  const all = entireTariff();
  const offered = all.types.filter(
    ({ id }) => isOwn(id) || tariff().types.some((type) => type.id === id),
  );
  assertOffered(offered, counts);
  const lines = priceOf(all, counts, order).lines.map((line) => {
    const own = order.lines.find(({ ticketType }) => ticketType === line.ticketType);
    return own ? { ...own, quantity: line.quantity } : line;
  });
  assertInStock(order, offered, more(counts, order));
  const promo = findPromo(order.promoCode);
  return { lines, ticketCount: countPeople(all, counts), ...totals(lines, promo) };
}

/** How many are added to those that the order has. */
const more = (counts: TicketCounts, { lines }: Order): TicketCounts =>
  Object.fromEntries(
    Object.entries(counts).map(([type, count]) => {
      const own = lines.find(({ ticketType }) => ticketType === type)?.quantity ?? 0;
      return [type, Math.max(0, count - own)];
    }),
  );

function assertOffered(types: TicketTypeRow[], counts: TicketCounts) {
  const [other] = Object.entries(counts).find(
    ([type, count]) => count > 0 && !types.some(({ id }) => id === type),
  ) ?? [undefined];
  if (!other) return;
  const label = entireTariff().types.find(({ id }) => id === other)?.label ?? other;
  const message = `${label} is not sold here`;
  throw new DomainError("invalid", message, [{ path: "items", message }]);
}

const soldInSlot = prepared(() =>
  db
    .select({ sold: sql<number>`coalesce(sum(${orderItems.quantity}), 0)` })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderSeq, orders.seq))
    .where(
      and(
        eq(orders.visitDate, sql.placeholder("visitDate")),
        eq(orders.visitSlot, sql.placeholder("visitSlot")),
        inArray(orders.status, [...ACTIVE_STATUSES]),
        eq(orderItems.ticketType, sql.placeholder("type")),
      ),
    )
    .prepare(),
);

function assertInStock(
  { visitDate, visitSlot }: Visit,
  types: TicketTypeRow[],
  counts: TicketCounts,
) {
  for (const { id: type, label, slotStock } of types) {
    const wanted = counts[type] ?? 0;
    if (slotStock === null || wanted === 0) continue;
    const left = slotStock - (soldInSlot().get({ visitDate, visitSlot, type })?.sold ?? 0);
    if (wanted <= left) continue;
    const message =
      left > 0 ? `Only ${left} of ${label} left in this slot` : `${label}: none left in this slot`;
    throw new DomainError("conflict", message, [{ path: `counts.${type}`, message }]);
  }
}
