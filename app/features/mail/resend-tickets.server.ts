import { and, count, eq, gt } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { orderById } from "~/features/orders/orders.server";
import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { enqueueMail } from "./enqueue-mail.server";
import { RESENT_PER_HOUR } from "./mail.rules";

/**
 * Sends the tickets of a paid order once more, to its address, or to the one given where it has none. Returns the address.
 * Throws `conflict` for an order that is not paid or after too many in an hour, and `invalid` without an address.
 */
export function resendTickets(actor: Actor, id: string, email = ""): string {
  authorize(actor, "orders.read");
  return transaction((tx) => {
    const order = orderById(id);
    if (order.status !== "paid")
      throw new DomainError("conflict", `The order is ${order.status}: it has no tickets to send`);
    const contactEmail = order.contactEmail || email;
    if (!contactEmail) throw noAddress();
    assertFewSent(tx, order.seq);
    enqueueMail(tx, "again", { ...order, contactEmail });
    recordAudit(tx, actor, { action: "order.resend", target: `order ${id}` });
    return contactEmail;
  }, "none");
}

function noAddress() {
  const message = "Enter the address to send them to";
  return new DomainError("invalid", message, [{ path: "email", message }]);
}

function assertFewSent(tx: Tx, orderSeq: number) {
  const sent = tx
    .select({ mails: count() })
    .from(outbox)
    .where(
      and(
        eq(outbox.orderSeq, orderSeq),
        eq(outbox.kind, "again"),
        gt(outbox.createdAt, Date.now() - HOUR_MS),
      ),
    )
    .get();
  if ((sent?.mails ?? 0) >= RESENT_PER_HOUR)
    throw new DomainError(
      "conflict",
      `The tickets have been sent ${RESENT_PER_HOUR} times in the last hour. Print them, or try again later.`,
    );
}
