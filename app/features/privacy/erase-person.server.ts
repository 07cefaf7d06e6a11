import { and, isNull, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { messages, outbox } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { eraseRequestsOf } from "~/features/groups/requests.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { requestLogPurge } from "~/features/maintenance/purge-log.server";
import { DomainError } from "~/lib/errors";
import { emailEquals, jsonValues } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";
import { anonymizeOrders, type Erased } from "./anonymize.server";
import { personPseudonym, collectPersonalData, type Person } from "./personal-data.server";

const isOpen = ({ isUpcoming, refundDue }: Person["orders"][number]) => isUpcoming || refundDue;

/** Counts what erasing would remove; the requests of groups count as messages. Orders with an upcoming visit, or money to be given back, stay. */
export function previewErasure({ orders, messages, requests, mails }: Person) {
  const upcoming = orders.filter(isOpen);
  const upcomingSeqs = new Set(upcoming.map(({ seq }) => seq));
  const erased: Erased = {
    orders: orders.length - upcoming.length,
    messages: messages.length + requests.length,
    emails: mails.filter(({ orderSeq }) => orderSeq === null || !upcomingSeqs.has(orderSeq)).length,
  };
  return { upcoming, erased, isAny: Object.values(erased).some((count) => count > 0) };
}

/** Upcoming bookings, refunds due, their mails and a staff account stay. Throws `conflict` or `not_found` if nothing is erased. */
export function erasePerson(actor: Actor, email: string): Erased {
  authorize(actor, "privacy.manage");
  const erased = transaction((tx) => {
    const person = collectPersonalData(email, tx);
    const { upcoming, erased, isAny } = previewErasure(person);
    if (!isAny && upcoming.length > 0) {
      const orderIds = upcoming.map(({ id }) => id).join(", ");
      throw new DomainError(
        "conflict",
        `Only upcoming visits and refunds due are stored, and they stay: ${orderIds}`,
      );
    }
    if (!isAny) throw new DomainError("not_found", "Nothing is stored under this address");

    const erasable = person.orders.filter((order) => !isOpen(order));
    anonymizeOrders(
      tx,
      erasable.map(({ seq }) => seq),
    );
    eraseRequestsOf(tx, email);
    tx.delete(messages).where(emailEquals(messages.email, email)).run();
    eraseMails(
      tx,
      email,
      upcoming.map(({ seq }) => seq),
    );
    recordAudit(tx, actor, {
      action: "privacy.erase",
      target: personPseudonym(email),
      after: { ...erased, ordersAhead: upcoming.length },
    });
    return erased;
  });
  requestLogPurge();
  return erased;
}

/** A mail about an order that now has another address stays with that order, without the recipient. */
function eraseMails(tx: Tx, email: string, upcoming: number[]) {
  const toAddress = emailEquals(outbox.recipient, email);
  tx.delete(outbox)
    .where(and(toAddress, isNull(outbox.orderSeq)))
    .run();
  tx.update(outbox)
    .set({ recipient: "", lastError: "" })
    .where(and(toAddress, sql`${outbox.orderSeq} NOT IN ${jsonValues(upcoming)}`))
    .run();
}
