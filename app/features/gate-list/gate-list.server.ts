import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { db } from "db/connection.server";
import { groupOrders, orders, partyCodes, tickets } from "db/schema";
import { authorize, can, type Actor } from "~/features/auth/permissions";
import { ticketStatus } from "~/features/gate/evaluate-scan";
import type { Slot } from "~/features/slots/slot";
import { foldText } from "~/lib/text/search-text";
import { initialsOf } from "./gate-list.rules";

/** The people of a paid order on the printed list. */
export type ListedParty = {
  /** Of a group its own name first. Initials for staff who may not read orders. */
  name: string;
  /** Blank for them, as the phone. */
  orderId: string;
  phone: string;
  /** The last letters of the party code; null for an order without one. */
  partyCode: string | null;
  people: { code: string; isInside: boolean }[];
};

const LETTERS = 4;
const lastLetters = (code: string) => code.slice(-LETTERS);

/**
 * The paid orders of a slot by name, also of those who are inside. `day` is a day of the zoo. Names and phones are for
 * staff who may read orders; others get initials.
 */
export function gateList(actor: Actor, day: string, slot: Slot): ListedParty[] {
  authorize(actor, "tickets.check-in");
  const mayReadOrders = can(actor, "orders.read");
  const rows = db
    .select({
      order: orders,
      ticket: getTableColumns(tickets),
      partyCode: partyCodes.code,
      organisation: groupOrders.organisation,
    })
    .from(orders)
    .innerJoin(tickets, eq(tickets.orderSeq, orders.seq))
    .leftJoin(partyCodes, eq(partyCodes.orderSeq, orders.seq))
    .leftJoin(groupOrders, eq(groupOrders.orderSeq, orders.seq))
    .where(and(eq(orders.visitDate, day), eq(orders.visitSlot, slot), eq(orders.status, "paid")))
    .orderBy(asc(orders.seq), asc(tickets.number))
    .all()
    .filter(({ ticket }) => ticketStatus(ticket) !== "void");
  const parties = [...Map.groupBy(rows, ({ order }) => order.seq).values()].map((ofOrder) => {
    const [{ order, partyCode, organisation }] = ofOrder as [(typeof rows)[number]];
    const name = [organisation, order.contactName].filter(Boolean).join(", ");
    return {
      name: mayReadOrders ? name : initialsOf(order.contactName),
      orderId: mayReadOrders ? order.id : "",
      phone: mayReadOrders ? order.contactPhone : "",
      partyCode: partyCode && lastLetters(partyCode),
      people: ofOrder.map(({ ticket }) => ({
        code: lastLetters(ticket.code),
        isInside: ticketStatus(ticket) === "used",
      })),
    };
  });
  return parties.toSorted((a, b) => foldText(a.name).localeCompare(foldText(b.name)));
}
