import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { admins, slotOccupancy, messages, orderItems, orders, tickets } from "db/schema";
import { hashPasswordSync } from "~/features/auth/passwords.server";
import { addDays, HOUR_MS } from "~/lib/dates";
import { createId, randomBase32 } from "~/lib/ids.server";
import { isActive, STATUS_REASONS, type OrderStatus } from "~/features/orders/order-status";
import { PAYMENT_METHOD_IDS, type PaymentMethod } from "~/features/orders/payment-methods";
import { orderNumber } from "~/features/orders/orders.server";
import { addDemoMoney } from "./demo-money.server";
import { issueTickets } from "~/features/tickets/tickets.server";
import { startOfDay, toLocalDate } from "~/lib/time-zone.server";
import { priceOf, type TicketCounts } from "~/features/tariff/tariff";
import { slotEnd, slotStart } from "~/features/slots/slot-times.server";
import { slotsOn } from "~/features/slots/slots.server";
import { findPromo } from "~/features/tariff/promo-codes.server";
import { tariff } from "~/features/tariff/tariff.server";

/** DEMO_DATA=full: a season of invented orders, at e-mail addresses that do not exist. */

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

const pickRandom = <T>(choices: readonly T[]) => choices[randomInt(choices.length)] as T;
const randomName = () => `${pickRandom(FIRST)} ${pickRandom(LAST)}`;
const randomEmail = (name: string) =>
  `${name.toLowerCase().replace(" ", ".")}${randomInt(1_000)}@example.org`;

export function seedDemoHistory(tx: Tx, password: string | undefined): string[] {
  const now = Date.now();
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const day = addDays(toLocalDate(now), -daysAgo);
    const times = Array.from({ length: 6 + randomInt(12) }, () => randomTimeOn(day, now));
    for (const [nth, createdAt] of times.toSorted((first, other) => first - other).entries()) {
      const method = PAYMENT_METHOD_IDS[nth % PAYMENT_METHOD_IDS.length] as PaymentMethod;
      addOrder(tx, createdAt, now, method);
    }
    if (daysAgo % 3 === 0) addMessage(tx, randomTimeOn(day, now), daysAgo > 9);
  }
  const staff = addStaff(tx, now, password);
  addDemoMoney(tx, staff, now);
  return password
    ? ["Demo staff sign in with it too: kabir.singh@zooverse.example, meera.nair@zooverse.example"]
    : [];
}

function randomTimeOn(day: string, now: number) {
  const start = startOfDay(day);
  const [from, until] = [start + 8 * HOUR_MS, start + 20 * HOUR_MS];
  return until < now ? from + randomInt(until - from) : start + randomInt(Math.max(1, now - start));
}

function addOrder(tx: Tx, createdAt: number, now: number, paymentMethod: PaymentMethod) {
  const visitDate = addDays(toLocalDate(createdAt), 1 + randomInt(9));
  const visitSlot = pickRandom(slotsOn(visitDate)).slot;
  const counts: TicketCounts = {
    adult: 1 + randomInt(3),
    child: randomInt(3),
    senior: randomInt(2),
  };
  const isRecent = now - createdAt < 20 * HOUR_MS;
  const status = randomOutcome(isRecent);
  const { lines, ticketCount, ...price } = priceOf(
    tariff(),
    counts,
    { visitDate, visitSlot },
    randomInt(8) ? null : findPromo("ZOO10"),
  );
  const name = randomName();
  const order = tx
    .insert(orders)
    .values({
      id: randomBase32(12),
      visitDate,
      visitSlot,
      status,
      ticketCount,
      createdAt,
      ...price,
      promoCode: price.discountPaise > 0 ? "ZOO10" : "",
      contactName: name,
      contactEmail: randomEmail(name),
      paymentMethod,
      statusReason: status === "cancelled" ? STATUS_REASONS.notPaid : "",
      expiresAt: createdAt + 24 * HOUR_MS,
      placedOn: toLocalDate(createdAt),
      updatedAt: createdAt,
    })
    .returning({ seq: orders.seq })
    .get();
  tx.run(sql`UPDATE orders SET id = ${orderNumber(order.seq)} WHERE seq = ${order.seq}`);
  tx.insert(orderItems)
    .values(lines.map((line) => ({ orderSeq: order.seq, ...line })))
    .run();
  if (isActive(status)) reserve(tx, visitDate, visitSlot, ticketCount);
  if (status === "paid") {
    issueTickets(tx, { seq: order.seq, lines });
    if (slotEnd(visitDate, visitSlot) < now)
      checkInParty(tx, order.seq, slotStart(visitDate, visitSlot));
  }
}

function randomOutcome(isRecent: boolean): OrderStatus {
  const chance = randomInt(100);
  if (isRecent) return chance < 60 ? "pending" : "paid";
  if (chance < 82) return "paid";
  return chance < 93 ? "cancelled" : "refunded";
}

function reserve(tx: Tx, visitDate: string, visitSlot: string, people: number) {
  tx.insert(slotOccupancy)
    .values({ visitDate, visitSlot, held: people })
    .onConflictDoUpdate({
      target: [slotOccupancy.visitDate, slotOccupancy.visitSlot],
      set: { held: sql`${slotOccupancy.held} + ${people}` },
    })
    .run();
}

function checkInParty(tx: Tx, orderSeq: number, from: number) {
  if (randomInt(10) === 0) return;
  tx.update(tickets)
    .set({ usedAt: from + randomInt(HOUR_MS) })
    .where(sql`${tickets.orderSeq} = ${orderSeq}`)
    .run();
}

function addMessage(tx: Tx, createdAt: number, read: boolean) {
  const name = randomName();
  const [subject, body] = pickRandom(QUESTIONS);
  const email = randomEmail(name);
  tx.insert(messages)
    .values({ id: createId(createdAt), name, email, subject, body, read, createdAt })
    .run();
}

function addStaff(tx: Tx, now: number, password: string | undefined) {
  const passwordHash = hashPasswordSync(password ?? randomBase32(40));
  return STAFF.map(({ name, role, active }) =>
    tx
      .insert(admins)
      .values({
        id: createId(now),
        name,
        email: `${name.toLowerCase().replace(" ", ".")}@zooverse.example`,
        passwordHash,
        role,
        active,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: admins.id })
      .get(),
  );
}
