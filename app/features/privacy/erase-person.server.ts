import { and, isNull, sql } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { messages, outbox } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { isAddress, valuesOf } from "~/lib/sql.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { eraseContacts, type Erased } from "./anonymize.server";
import { personTarget, storedAbout, type Person } from "./personal-data.server";

/** What erasing would remove, and the orders it would leave because their visit is still ahead. */
export function erasable({ orders, messages, mails }: Person) {
  const staying = orders.filter(({ isAhead }) => isAhead);
  const kept = new Set(staying.map(({ seq }) => seq));
  const erased: Erased = {
    orders: orders.length - staying.length,
    messages: messages.length,
    emails: mails.filter(({ orderSeq }) => orderSeq === null || !kept.has(orderSeq)).length,
  };
  return { staying, erased, isAny: Object.values(erased).some((count) => count > 0) };
}

/**
 * Erases what is stored under an address, except upcoming bookings, the mails about them, and a staff account.
 * Throws `conflict` when nothing else is stored, `not_found` when nothing is.
 */
export function erasePerson(actor: Actor, email: string): Erased {
  allow(actor, "privacy.manage");
  return inTransaction((tx) => {
    const person = storedAbout(email, tx);
    const { staying, erased, isAny } = erasable(person);
    if (!isAny && staying.length > 0) {
      const named = staying.map(({ id }) => id).join(", ");
      // True of a second press as well, after which nothing else is left.
      throw new DomainError("conflict", `Only upcoming visits are stored, and they stay: ${named}`);
    }
    if (!isAny) throw new DomainError("not_found", "Nothing is stored under this address");

    const gone = person.orders.filter(({ isAhead }) => !isAhead);
    eraseContacts(
      tx,
      gone.map(({ seq }) => seq),
    );
    tx.delete(messages).where(isAddress(messages.email, email)).run();
    eraseMails(
      tx,
      email,
      staying.map(({ seq }) => seq),
    );
    record(tx, actor, {
      action: "privacy.erase",
      target: personTarget(email),
      after: { ...erased, ordersAhead: staying.length },
    });
    return erased;
  });
}

/**
 * Mails to the address that are not about one of its own orders. A mail about an order that once had this
 * address, perhaps mistyped, stays with that order, without the address.
 */
function eraseMails(tx: Tx, email: string, staying: number[]) {
  const toThem = isAddress(outbox.recipient, email);
  tx.delete(outbox)
    .where(and(toThem, isNull(outbox.orderSeq)))
    .run();
  tx.update(outbox)
    .set({ recipient: "", lastError: "" })
    .where(and(toThem, sql`${outbox.orderSeq} NOT IN ${valuesOf(staying)}`))
    .run();
}
