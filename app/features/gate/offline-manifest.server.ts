import { randomBytes } from "node:crypto";
import { asc, eq, getTableColumns } from "drizzle-orm";
import { db } from "db/client.server";
import { orders, tickets } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { addDays, dayInWords } from "~/lib/dates";
import { sha256 } from "~/lib/ids.server";
import { settings } from "~/env.server";
import { dayStart, timeOfDay } from "~/lib/time-zone.server";
import { GATE_STATES, ticketStatus, type GateList, type ListedTicket } from "./evaluate-scan";
import { gateDay } from "./gate.server";

/**
 * Today's tickets for a gate device that may lose its connection. Codes are hashed with a salt for this list
 * alone, and nothing tells who the people are.
 */
export function gateList(actor: Actor): GateList {
  allow(actor, "tickets.check-in");
  const today = gateDay();
  const salt = randomBytes(16).toString("base64url");
  return {
    ...today,
    salt,
    dayInWords: dayInWords(today.day),
    endsAt: dayStart(addDays(today.day, 1)),
    timeZone: settings.ZOO_TIMEZONE,
    tickets: ticketsOn(today.day).map((row) => listed(row, salt)),
  };
}

const ticketsOn = (day: string) =>
  db
    .select({
      ...getTableColumns(tickets),
      orderId: orders.id,
      slot: orders.visitSlot,
      of: orders.ticketCount,
    })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(orders.visitDate, day))
    .orderBy(asc(orders.seq), asc(tickets.number))
    .all();

function listed(ticket: ReturnType<typeof ticketsOn>[number], salt: string): ListedTicket {
  const { code, ticketType, orderId, number, of, slot, usedAt } = ticket;
  const used = usedAt === null ? null : timeOfDay(usedAt);
  return {
    hash: sha256(salt + code),
    ...{ ticketType, orderId, number, of, slot },
    state: GATE_STATES[ticketStatus(ticket)],
    used,
  };
}
