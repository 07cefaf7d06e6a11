import { eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { partyCodes, replacedPartyCodes } from "db/schema";
import { randomBase32 } from "~/lib/ids.server";
import { CODE_LENGTH } from "./ticket-code";

/**
 * One code that admits all people of an order, at once or in parts. It has no tickets of its own: it stands for those of
 * the order that are neither used nor void, so it is valid only while the order is paid.
 */

/** Gives an order its party code, in its transaction, and answers it; the same one when it has one already. */
export function issuePartyCode(tx: Tx, orderSeq: number): string {
  const earlier = partyCodeOf(orderSeq, tx);
  if (earlier) return earlier;
  const code = randomBase32(CODE_LENGTH);
  tx.insert(partyCodes).values({ orderSeq, code, issuedAt: Date.now() }).run();
  return code;
}

/** The party code of an order, paid or not; null for an order without one. */
export const partyCodeOf = (orderSeq: number, reader: Reader = db): string | null =>
  reader
    .select({ code: partyCodes.code })
    .from(partyCodes)
    .where(eq(partyCodes.orderSeq, orderSeq))
    .get()?.code ?? null;

/** Gives an order that has a party code another one; the earlier one is void. Without one nothing happens. */
export function replacePartyCode(tx: Tx, orderSeq: number) {
  const replaced = partyCodeOf(orderSeq, tx);
  if (!replaced) return;
  const now = Date.now();
  tx.insert(replacedPartyCodes).values({ code: replaced, orderSeq, replacedAt: now }).run();
  tx.update(partyCodes)
    .set({ code: randomBase32(CODE_LENGTH), issuedAt: now })
    .where(eq(partyCodes.orderSeq, orderSeq))
    .run();
}

/** Whose party code this is, and whether another one has replaced it; null for an unknown code. */
export function findPartyCode(code: string, reader: Reader = db) {
  const ofCode = (table: typeof partyCodes | typeof replacedPartyCodes) =>
    reader.select({ orderSeq: table.orderSeq }).from(table).where(eq(table.code, code)).get();
  const current = ofCode(partyCodes);
  if (current) return { ...current, isReplaced: false };
  const earlier = ofCode(replacedPartyCodes);
  return earlier ? { ...earlier, isReplaced: true } : null;
}
