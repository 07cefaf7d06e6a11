import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { admins, heldPlaces, messages, orderItems, orders, tickets } from "db/schema";
import { hashPasswordNow } from "~/features/auth/passwords.server";
import { addDays, HOUR_MS } from "~/lib/dates";
import { newId, randomLetters } from "~/lib/ids.server";
import {
  holdsPlaces,
  REASONS,
  PAYMENT_METHODS,
  priceOf,
  SLOTS,
  type OrderStatus,
  type TicketCounts,
} from "~/features/orders/order.rules";
import { orderNumber } from "~/features/orders/orders.server";
import { countColumns } from "~/features/orders/ticket-counts";
import { issueTickets } from "~/features/tickets/tickets.server";
import { dayStart, slotEnd, slotStart, zooDay } from "~/lib/time-zone.server";

/** DEMO_DATA=full: what a zoo looks like after a season. Invented people at addresses that reach nobody. */

const DAYS = 90;
const FIRST = "Asha Kabir Meera Joy Farah Ravi Nila Arjun Zoya Dev Ira Om Tara Vikram Leela".split(
  " ",
);
const LAST = "Rao Singh Nair Thomas Khan Patel Iyer Das Bose Shah Menon Gupta Roy Sharma".split(
  " ",
);
const STAFF = [
  { name: "Kabir Singh", role: "admin", active: true },
  { name: "Meera Nair", role: "editor", active: true },
  { name: "Joy Thomas", role: "editor", active: false },
] as const;
const QUESTIONS = [
  ["Prams", "Are all the trails wide enough for a pram?"],
  ["School visit", "We are 42 children and 4 teachers. Whom do we ask for a guide?"],
  ["Lost scarf", "I left a green scarf near the otters this morning. Has anybody found it?"],
  ["Feeding times", "When are the red pandas fed, and can one watch?"],
  ["", "Thank you for a lovely day. The keepers know every animal by name."],
  ["Parking", "Is there room for a bus on Sundays?"],
] as const;

const oneOf = <T>(choices: readonly T[]) => choices[randomInt(choices.length)] as T;
const someone = () => `${oneOf(FIRST)} ${oneOf(LAST)}`;
const addressOf = (name: string) =>
  `${name.toLowerCase().replace(" ", ".")}${randomInt(1_000)}@example.org`;

/** Staff, messages and 90 days of orders with their tickets, places and visits. Returns lines for the console. */
export function addDemoPast(tx: Tx, password: string | undefined): string[] {
  const now = Date.now();
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const day = addDays(zooDay(now), -daysAgo);
    const moments = Array.from({ length: 6 + randomInt(12) }, () => momentOn(day, now));
    for (const createdAt of moments.toSorted((one, other) => one - other)) {
      addOrder(tx, createdAt, now);
    }
    if (daysAgo % 3 === 0) addMessage(tx, momentOn(day, now), daysAgo > 9);
  }
  return addStaff(tx, now, password);
}

/** Some time between eight and eight; of today, some time until now. */
function momentOn(day: string, now: number) {
  const start = dayStart(day);
  const [from, until] = [start + 8 * HOUR_MS, start + 20 * HOUR_MS];
  return until < now ? from + randomInt(until - from) : start + randomInt(Math.max(1, now - start));
}

function addOrder(tx: Tx, createdAt: number, now: number) {
  const visitDate = addDays(zooDay(createdAt), 1 + randomInt(9));
  const visitSlot = oneOf(SLOTS);
  const counts: TicketCounts = {
    adult: 1 + randomInt(3),
    child: randomInt(3),
    senior: randomInt(2),
  };
  const isRecent = now - createdAt < 20 * HOUR_MS;
  const status = fate(isRecent);
  const { lines, ticketCount, ...price } = priceOf(counts, randomInt(8) ? "" : "ZOO10");
  const name = someone();
  const order = tx
    .insert(orders)
    .values({
      id: randomLetters(12),
      visitDate,
      visitSlot,
      status,
      ticketCount,
      createdAt,
      ...price,
      ...countColumns(counts),
      promoCode: price.discountPaise > 0 ? "ZOO10" : "",
      contactName: name,
      contactEmail: addressOf(name),
      paymentMethod: oneOf(PAYMENT_METHODS),
      statusReason: status === "cancelled" ? REASONS.notPaid : "",
      heldUntil: createdAt + 24 * HOUR_MS,
      placedOn: zooDay(createdAt),
      updatedAt: createdAt,
    })
    .returning({ seq: orders.seq })
    .get();
  tx.run(sql`UPDATE orders SET id = ${orderNumber(order.seq)} WHERE seq = ${order.seq}`);
  tx.insert(orderItems)
    .values(lines.map((line) => ({ orderSeq: order.seq, ...line })))
    .run();
  if (holdsPlaces(status)) hold(tx, visitDate, visitSlot, ticketCount);
  if (status === "paid") {
    issueTickets(tx, { seq: order.seq, ...countColumns(counts) });
    if (slotEnd(visitDate, visitSlot) < now) arrive(tx, order.seq, slotStart(visitDate, visitSlot));
  }
}

/** Only what was just booked can still be waiting for its payment. */
function fate(isRecent: boolean): OrderStatus {
  const chance = randomInt(100);
  if (isRecent) return chance < 60 ? "pending" : "paid";
  if (chance < 82) return "paid";
  return chance < 93 ? "cancelled" : "refunded";
}

function hold(tx: Tx, visitDate: string, visitSlot: (typeof SLOTS)[number], people: number) {
  tx.insert(heldPlaces)
    .values({ visitDate, visitSlot, held: people })
    .onConflictDoUpdate({
      target: [heldPlaces.visitDate, heldPlaces.visitSlot],
      set: { held: sql`${heldPlaces.held} + ${people}` },
    })
    .run();
}

/** Nine of ten parties came, within the first hour. */
function arrive(tx: Tx, orderSeq: number, from: number) {
  if (randomInt(10) === 0) return;
  tx.update(tickets)
    .set({ usedAt: from + randomInt(HOUR_MS) })
    .where(sql`${tickets.orderSeq} = ${orderSeq}`)
    .run();
}

function addMessage(tx: Tx, createdAt: number, read: boolean) {
  const name = someone();
  const [subject, body] = oneOf(QUESTIONS);
  const email = addressOf(name);
  tx.insert(messages)
    .values({ id: newId(createdAt), name, email, subject, body, read, createdAt })
    .run();
}

function addStaff(tx: Tx, now: number, password: string | undefined) {
  const passwordHash = hashPasswordNow(password ?? randomLetters(40));
  for (const { name, role, active } of STAFF) {
    const email = `${name.toLowerCase().replace(" ", ".")}@zooverse.example`;
    tx.insert(admins)
      .values({
        id: newId(now),
        name,
        email,
        passwordHash,
        role,
        active,
        createdAt: now,
        updatedAt: now,
      })
      .run();
  }
  return password
    ? ["Demo staff sign in with it too: kabir.singh@zooverse.example, meera.nair@zooverse.example"]
    : [];
}
