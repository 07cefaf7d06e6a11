import { eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { partyCodes } from "db/schema";
import { randomBase32 } from "~/lib/ids.server";

const CODE_LENGTH = 20;

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
