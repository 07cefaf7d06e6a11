import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { groupOrders, orderItems, orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { isActive, orderChangedError } from "~/features/orders/order-status";
import { orderById } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { repriceOrder } from "~/features/orders/price-booking.server";
import { moveReservation } from "~/features/orders/reservations.server";
import { assertVisitNotPast } from "~/features/orders/visit-rules.server";
import { balanceOf } from "~/features/payments/ledger.server";
import { countPeople, type TicketCounts } from "~/features/tariff/tariff";
import {
  allTicketTypes,
  entireTariff,
  formatTickets,
  takesPlace,
  ticketLabel,
} from "~/features/tariff/tariff.server";
import { countInside, issueTickets, remainingLines } from "~/features/tickets/tickets.server";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { heldAtMost } from "./create-group.server";
import { groupExpiry, requireGroupOrder, type GroupOrder } from "./group-orders.server";
import type { GroupChanges, PartPayment } from "./group.schema";
import { groupPrice } from "./groups.rules";
import { addPart } from "./part-payments.server";

/** How the price of more people has come. */
type Difference = Pick<PartPayment, "method" | "reference">;

/**
 * Changes how many people of a group come, until they arrive. While it is unpaid, the price follows. Once it is paid,
 * people are only added: what they cost is recorded as paid in the same step, and fewer are refunded by their tickets.
 * Throws `conflict` when the slot has too few places, the order is over, no longer at `version`, or paid for more
 * people; and `invalid` without a way in which a difference was paid.
 */
export function changeGroup(
  actor: Actor,
  id: string,
  changes: GroupChanges,
  { version, difference }: { version?: number; difference?: Difference | undefined } = {},
): Order {
  authorize(actor, "orders.update");
  return transaction((tx) => {
    expireUnpaid(tx, Date.now(), orderById(id));
    const order = orderById(id);
    const group = requireGroupOrder(order.seq);
    assertNotStale("order", order, version);
    if (!isActive(order.status)) throw new DomainError("conflict", orderChangedError(order));
    assertVisitNotPast(order, Date.now());
    if (order.status === "paid") addPeople(tx, actor, order, group, changes.counts, difference);
    else changeUnpaid(tx, actor, order, group, changes);
    return orderById(id);
  }, "availability");
}

function changeUnpaid(
  tx: Tx,
  actor: Staff,
  order: Order,
  group: GroupOrder,
  { counts, holdUntil: wanted, ...terms }: GroupChanges,
) {
  const holdUntil = wanted === group.holdUntil ? wanted : heldAtMost(wanted, order.visitDate);
  // Prices per head are not those of the tariff, so that leaving them means the tariff of today.
  const isPerHead = group.pricePerHeadPaise !== null;
  const price = groupPrice(
    repriceOrder(isPerHead ? { ...order, lines: [] } : order, counts),
    terms,
    takesPlace,
  );
  const paid = balanceOf(order.seq);
  if (price.totalPaise < paid || (price.totalPaise === paid && paid > 0))
    throw new DomainError(
      "conflict",
      `${formatRupees(paid)} has been paid already, and so few people cost ${formatRupees(price.totalPaise)}. Mark it paid first, then refund the tickets of those who do not come.`,
      [{ path: "counts", message: `${formatRupees(paid)} has been paid already` }],
    );
  const expiresAt = groupExpiry(order, holdUntil, paid > 0);
  const { freeAdults, ...own } = price;
  save(tx, actor, order, { ...order, ...own, expiresAt });
  tx.update(groupOrders)
    .set({ ...terms, holdUntil, freeAdults })
    .where(eq(groupOrders.orderSeq, order.seq))
    .run();
}

function addPeople(
  tx: Tx,
  actor: Staff,
  order: Order,
  group: GroupOrder,
  counts: TicketCounts,
  difference: Difference | undefined,
) {
  const more = added(order, counts);
  if (Object.keys(more).length === 0) return;
  const sold = Object.fromEntries(order.lines.map((line) => [line.ticketType, line.quantity]));
  const all = { ...sold };
  for (const [type, count] of Object.entries(more)) all[type] = (sold[type] ?? 0) + count;
  const repriced = repriceOrder(order, all);
  const price = groupPrice(repriced, group, takesPlace);
  // What has been paid stays paid: more pupils never make the others cheaper.
  const { freeAdults, ...own } =
    price.totalPaise >= order.totalPaise
      ? price
      : groupPrice(repriced, group, takesPlace, group.freeAdults);
  const amount = own.totalPaise - order.totalPaise;
  if (amount > 0 && !difference) throw noMethod(amount);
  const ticketCount = order.ticketCount + countPeople(entireTariff(), more);
  save(tx, actor, order, { ...order, ...own, ticketCount });
  tx.update(groupOrders).set({ freeAdults }).where(eq(groupOrders.orderSeq, order.seq)).run();
  if (amount > 0 && difference) addPart(tx, actor, order, { amount, ...difference });
  issueTickets(tx, orderById(order.id));
  enqueueMail(tx, "again", order);
}

function noMethod(amount: number) {
  const message = `${formatRupees(amount)} more is to be paid: choose how it was paid`;
  return new DomainError("invalid", message, [{ path: "method", message }]);
}

/** How many are to come beside those who have a ticket. Throws `conflict` for fewer. */
function added(order: Order, counts: TicketCounts): TicketCounts {
  const lines = remainingLines(order);
  const more = allTicketTypes().flatMap(({ id: type }) => {
    const has = lines.find(({ ticketType }) => ticketType === type)?.quantity ?? 0;
    const change = (counts[type] ?? 0) - has;
    if (change < 0) throw fewer(type, has);
    return change > 0 ? [[type, change] as const] : [];
  });
  return Object.fromEntries(more);
}

function fewer(type: string, has: number) {
  const message = `${has} of ${ticketLabel(type)} are paid. For fewer, refund their tickets on the page of the order.`;
  return new DomainError("conflict", message, [{ path: `counts.${type}`, message }]);
}

function save(tx: Tx, actor: Staff, before: Order, { lines, seq, ...after }: Order) {
  moveReservation(
    tx,
    before,
    { ...after, ticketCount: after.ticketCount },
    countInside(seq, tx),
    "staff",
  );
  tx.update(orders)
    .set({ ...after, updatedAt: Date.now() })
    .where(eq(orders.seq, seq))
    .run();
  tx.delete(orderItems).where(eq(orderItems.orderSeq, seq)).run();
  tx.insert(orderItems)
    .values(lines.map((line) => ({ orderSeq: seq, ...line })))
    .run();
  recordAudit(tx, actor, {
    action: "group.edit",
    target: `order ${before.id}`,
    before: { tickets: formatTickets(before.lines), total: before.totalPaise },
    after: { tickets: formatTickets(lines), total: after.totalPaise },
  });
}
