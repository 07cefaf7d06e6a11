import { randomBytes } from "node:crypto";
import { asc, eq, getTableColumns } from "drizzle-orm";
import { db } from "db/connection.server";
import { orders, partyCodes, replacedPartyCodes, tickets } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { addDays, formatLongDate } from "~/lib/dates";
import { sha256 } from "~/lib/crypto.server";
import { env } from "~/env.server";
import { startOfDay, timeOfDay } from "~/lib/time-zone.server";
import {
  GATE_STATES,
  ticketStatus,
  type OfflineManifest,
  type ManifestEntry,
} from "./evaluate-scan";
import { loadGateDay } from "./gate.server";
import { formatSlotOn } from "~/features/slots/slots.server";
import { ticketsSold } from "~/features/tickets/tickets.server";
import { ticketLabel } from "~/features/tariff/tariff.server";

export function buildOfflineManifest(actor: Actor): OfflineManifest {
  authorize(actor, "tickets.check-in");
  const today = loadGateDay();
  const salt = randomBytes(16).toString("base64url");
  return {
    ...today,
    salt,
    dayLabel: formatLongDate(today.day),
    slotLabels: Object.fromEntries(
      Object.keys(today.windows).map((slot) => [slot, formatSlotOn(today.day, slot)]),
    ),
    endsAt: startOfDay(addDays(today.day, 1)),
    timeZone: env.ZOO_TIMEZONE,
    tickets: selectTicketsForDay(today.day).map((row) => toManifestEntry(row, salt)),
    parties: selectPartiesForDay(today.day).map(({ code, ...party }) => ({
      hash: sha256(salt + code),
      ...party,
    })),
  };
}

/** Also the replaced codes, which are void. */
function selectPartiesForDay(day: string) {
  const ofDay = (table: typeof partyCodes | typeof replacedPartyCodes) =>
    db
      .select({
        code: table.code,
        orderId: orders.id,
        slot: orders.visitSlot,
        status: orders.status,
      })
      .from(table)
      .innerJoin(orders, eq(orders.seq, table.orderSeq))
      .where(eq(orders.visitDate, day))
      .orderBy(asc(orders.seq))
      .all();
  return [
    ...ofDay(partyCodes).map(({ status, ...party }) => ({ ...party, isVoid: status !== "paid" })),
    ...ofDay(replacedPartyCodes).map(({ status: _, ...party }) => ({ ...party, isVoid: true })),
  ];
}

const selectTicketsForDay = (day: string) =>
  db
    .select({
      ...getTableColumns(tickets),
      orderId: orders.id,
      slot: orders.visitSlot,
      of: ticketsSold,
    })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(orders.visitDate, day))
    .orderBy(asc(orders.seq), asc(tickets.number))
    .all();

function toManifestEntry(
  ticket: ReturnType<typeof selectTicketsForDay>[number],
  salt: string,
): ManifestEntry {
  const { code, ticketType, orderId, number, of, slot, usedAt } = ticket;
  const used = usedAt === null ? null : timeOfDay(usedAt);
  return {
    hash: sha256(salt + code),
    type: ticketLabel(ticketType),
    ...{ orderId, number, of, slot },
    state: GATE_STATES[ticketStatus(ticket)],
    used,
  };
}
