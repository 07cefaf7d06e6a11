import { eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orderItems, ticketTypes } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { assertSeen } from "~/lib/optimistic-lock";
import { slugOf } from "~/lib/text/slug";
import { transaction } from "~/lib/write-transaction.server";
import type { TicketTypeFields } from "./tariff.schema";

/** Other fields of the booking form. */
const RESERVED = ["date", "slot", "name", "email", "phone", "key", "intent", "prices", "website"];

const rowOf = (id: string, reader: Reader) =>
  reader.select().from(ticketTypes).where(eq(ticketTypes.id, id)).get();

/** What a form was opened with. */
export const ticketTypeVersion = (id: string, reader: Reader = db) =>
  JSON.stringify(rowOf(id, reader) ?? null);

export const wasSold = (id: string, reader: Reader = db) =>
  reader.select().from(orderItems).where(eq(orderItems.ticketType, id)).limit(1).get() !==
  undefined;

/**
 * Adds a ticket type or an extra, or changes one; orders keep their price. Throws `invalid` for a name that exists, and
 * `conflict` when nothing would be left that an adult can book, when a type that was sold would become an extra or the
 * other way round, or when somebody else has changed it since `seen`.
 */
export function saveTicketType(
  actor: Actor,
  { id, ...fields }: TicketTypeFields & { id?: string },
  seen?: string,
): string {
  authorize(actor, "zoo.update");
  return transaction((tx) => {
    const all = tx.select().from(ticketTypes).all();
    const before = id ? all.find((type) => type.id === id) : undefined;
    if (id && !before) throw new DomainError("not_found", "There is no such ticket");
    if (before) assertSeen("ticket", ticketTypeVersion(before.id, tx), seen);
    assertNameFree(all, fields.label, id);
    if (before && before.takesPlace !== fields.takesPlace && wasSold(before.id, tx)) {
      const message = "It has been sold, so it stays what it is. Add another one instead.";
      throw new DomainError("conflict", message, [{ path: "kind", message }]);
    }
    const isTaken = (slug: string) =>
      RESERVED.includes(slug) || slug.startsWith("promo") || all.some((type) => type.id === slug);
    const saved = {
      id: before?.id ?? slugOf(fields.label, isTaken, fields.takesPlace ? "ticket" : "extra"),
      position: before?.position ?? Math.max(0, ...all.map(({ position }) => position)) + 1,
      ...fields,
    };
    assertBookable([...all.filter((type) => type.id !== saved.id), saved]);
    tx.insert(ticketTypes)
      .values(saved)
      .onConflictDoUpdate({ target: ticketTypes.id, set: saved })
      .run();
    recordAudit(tx, actor, {
      action: before ? "ticket-type.edit" : "ticket-type.add",
      target: `ticket type ${saved.id}`,
      ...(before && { before: withoutId(before) }),
      after: withoutId(saved),
    });
    return saved.id;
  });
}

/** Moves a type up or down by one on all screens. */
export function moveTicketType(actor: Actor, id: string, by: -1 | 1) {
  authorize(actor, "zoo.update");
  transaction((tx) => {
    const all = tx.select().from(ticketTypes).orderBy(ticketTypes.position, ticketTypes.id).all();
    const ids = all.map((type) => type.id);
    if (!swap(ids, ids.indexOf(id), by)) return;
    writePositions(tx, ids);
    recordAudit(tx, actor, {
      action: "ticket-type.move",
      target: `ticket type ${id}`,
      after: { order: ids.join(", ") },
    });
  });
}

/** False when there is nothing to swap with. */
export function swap<Item>(list: Item[], at: number, by: -1 | 1) {
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return false;
  list[at] = other;
  list[at + by] = one;
  return true;
}

function writePositions(tx: Tx, ids: string[]) {
  ids.forEach((id, index) =>
    tx
      .update(ticketTypes)
      .set({ position: index + 1 })
      .where(eq(ticketTypes.id, id))
      .run(),
  );
}

type Row = typeof ticketTypes.$inferSelect;

const withoutId = ({ id: _, position: __, ...row }: Row) => row;

function assertNameFree(all: Row[], label: string, id: string | undefined) {
  const isSame = (type: Row) => type.label.toLowerCase() === label.toLowerCase();
  if (!all.some((type) => type.id !== id && isSame(type))) return;
  const message = "Another ticket has this name";
  throw new DomainError("invalid", message, [{ path: "label", message }]);
}

function assertBookable(all: Row[]) {
  const isBookable = ({ active, takesPlace, needsAdult, counterOnly }: Row) =>
    active && takesPlace && !needsAdult && !counterOnly;
  if (all.some(isBookable)) return;
  const message = "Visitors need at least one ticket that they can book by itself";
  throw new DomainError("conflict", message, [{ path: "active", message }]);
}
