import { eq } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { partyCodes } from "db/schema";
import { randomBase32 } from "~/lib/ids.server";

/** 100 random bits in base 32, as a ticket's code. */
const CODE_LENGTH = 20;

/** The code for all people of an order, the same one again where it has one. */
export function issuePartyCode(tx: Tx, orderSeq: number): string {
  const row = { orderSeq, code: randomBase32(CODE_LENGTH), issuedAt: Date.now() };
  tx.insert(partyCodes).values(row).onConflictDoNothing({ target: partyCodes.orderSeq }).run();
  return partyCodeOf(orderSeq) ?? row.code;
}

/** Undefined for an order without one. */
export const partyCodeOf = (orderSeq: number): string | undefined =>
  db.select().from(partyCodes).where(eq(partyCodes.orderSeq, orderSeq)).get()?.code;
