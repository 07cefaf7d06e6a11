import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { orderById } from "~/features/orders/orders.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { issuePartyCode, partyCodeOf } from "./party-codes.server";

/**
 * Gives a paid order one code for all its people, beside the codes of its tickets. Repeating it changes nothing. Throws
 * `not_found`, and `conflict` for an order that is not paid.
 */
export function giveOneCode(actor: Actor, id: string) {
  authorize(actor, "orders.update");
  transaction((tx) => {
    const order = orderById(id);
    if (partyCodeOf(order.seq, tx)) return;
    if (order.status !== "paid") {
      const message = `Order ${id} is ${order.status}: only a paid order gets one code for all`;
      throw new DomainError("conflict", message);
    }
    issuePartyCode(tx, order.seq);
    recordAudit(tx, actor, { action: "order.partyCode", target: `order ${id}` });
  }, "none");
}
