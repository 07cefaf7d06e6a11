import { sqlite } from "db/connection.server";
import { addDays } from "~/lib/dates";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import type { OrderStatus } from "~/features/orders/order-status";
import { orderNumber } from "~/features/orders/orders.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { randomFrom, type Random } from "./random";
import { without } from "./without-indexes";
import { DEFAULT_MOST, priceOf, type TicketCounts } from "~/features/tariff/tariff";
import { findPromo } from "~/features/tariff/promo-codes.server";
import { tariff } from "~/features/tariff/tariff.server";
import { SLOTS } from "./slots";

const FIRST_NAMES =
  "Asha Kabir Meera Joy Farah Ravi Nila Arjun Zoya Dev Ira Om Tara Vikram Leela".split(" ");
const LAST_NAMES =
  "Rao Singh Nair Thomas Khan Patel Iyer Das Bose Shah Menon Gupta Roy Sharma".split(" ");
const DAY_MS = 86_400_000;

/** How many of ten orders end in each status. */
const FATES: OrderStatus[] = [
  ...Array<OrderStatus>(6).fill("paid"),
  ...Array<OrderStatus>(2).fill("pending"),
  "cancelled",
  "refunded",
];

/** What the orders after one brought in and which places they hold, added up at once. */
const SALES = `
  INSERT INTO sales
  SELECT placed_on, status, payment_method, count(*), sum(total_paise)
  FROM orders WHERE seq > @last GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET
    orders = orders + excluded.orders, paise = paise + excluded.paise`;
const TYPES = `
  INSERT INTO sales_by_type
  SELECT placed_on, status, ticket_type, sum(quantity) FROM orders JOIN order_items ON order_seq = seq
  WHERE seq > @last GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`;
const PLACES_HELD = `
  INSERT INTO slot_occupancy (visit_date, visit_slot, held)
  SELECT visit_date, visit_slot, sum(ticket_count) FROM orders
  WHERE seq > @last AND status IN ('pending', 'paid') GROUP BY 1, 2
  ON CONFLICT DO UPDATE SET held = held + excluded.held`;

type Options = {
  seed?: number;
  now?: number;
  days?: number;
  /** How an order ends that was placed this many milliseconds ago. */
  fateOf?: (random: Random, age: number) => OrderStatus;
  /** What else belongs to an order is written right after it. */
  alsoFor?: (order: ManyOrder, random: Random) => void;
};

export type ManyOrder = ReturnType<typeof anyOrder> & { seq: number; id: string };

const anyFate = (random: Random) => random.oneOf(FATES);

/**
 * A zoo with a past: this many orders with their items over this many days up to now, oldest first, and the
 * places they hold. Straight into the tables, because booking each would take minutes; the same seed gives the
 * same orders.
 */
export function manyOrders(
  count: number,
  { seed = 1, now = Date.now(), days = 180, fateOf = anyFate, alsoFor }: Options = {},
) {
  const random = randomFrom(seed);
  const last = sqlite.prepare("SELECT coalesce(max(seq), 0) FROM orders").pluck().get() as number;
  sqlite.transaction(() => {
    const write = writer();
    const triggerAgain = without("sales_of_new_order", "types_of_new_item");
    for (let at = 1; at <= count; at += 1) {
      const createdAt = Math.round(now - ((count - at) / count) * days * DAY_MS);
      const seq = last + at;
      const order = anyOrder(random, createdAt, now, fateOf(random, now - createdAt));
      write(seq, order);
      alsoFor?.({ ...order, seq, id: orderNumber(seq) }, random);
    }
    triggerAgain();
    for (const sum of [SALES, TYPES, PLACES_HELD]) sqlite.prepare(sum).run({ last });
  })();
}

function anyOrder(random: Random, createdAt: number, now: number, status: OrderStatus) {
  const names = [FIRST_NAMES, LAST_NAMES].map((list) => random.oneOf(list));
  const counts = anyCounts(random);
  const visitDate = addDays(toLocalDate(createdAt), random.whole(0, 14));
  const visitSlot = random.oneOf(SLOTS);
  const promo = random.chance(0.1) ? findPromo("ZOO10") : null;
  return {
    ...priceOf(tariff(), counts, { visitDate, visitSlot }, promo),
    createdAt,
    placedOn: toLocalDate(createdAt),
    status,
    name: names.join(" "),
    email: `${names.join(".").toLowerCase()}${random.whole(1, 9_999)}@example.org`,
    method: random.oneOf(PAYMENT_METHOD_IDS),
    visitDate,
    visitSlot,
    expiresAt: status === "pending" ? now + DAY_MS : createdAt + DAY_MS,
  };
}

function anyCounts(random: Random): TicketCounts {
  const counts: TicketCounts = { adult: random.whole(1, 4), child: 0, senior: 0 };
  if (random.chance(0.5)) counts.child = random.whole(1, 3);
  if (random.chance(0.2)) counts.senior = random.whole(1, 2);
  if (random.chance(0.01)) counts.adult = DEFAULT_MOST;
  return counts;
}

function writer() {
  const order = sqlite.prepare(
    `INSERT INTO orders (seq, id, visit_date, visit_slot, contact_name, contact_email, subtotal_paise,
       discount_paise, total_paise, promo_code, payment_method, status, ticket_count, expires_at,
       created_at, updated_at, placed_on)
     VALUES (@seq, @id, @visitDate, @visitSlot, @name, @email, @subtotalPaise, @discountPaise,
       @totalPaise, @promoCode, @method, @status, @ticketCount, @expiresAt, @createdAt, @createdAt,
       @placedOn)`,
  );
  const item = sqlite.prepare("INSERT INTO order_items VALUES (?, ?, ?, ?, '')");

  return (seq: number, { lines, ...row }: ReturnType<typeof anyOrder>) => {
    const promoCode = row.discountPaise > 0 ? "ZOO10" : "";
    order.run({ ...row, seq, id: orderNumber(seq), promoCode });
    for (const line of lines) item.run(seq, line.ticketType, line.quantity, line.unitPricePaise);
  };
}
