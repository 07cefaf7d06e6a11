import { authorize, type Actor } from "~/features/auth/permissions";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { findOrder } from "~/features/orders/find-order.server";
import { isHeldUntilSlotEnds } from "~/features/orders/payment-methods";
import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { startCheckout } from "./checkout.server";
import { activeProvider } from "./payment-providers.server";

const RETRY_SECONDS = HOUR_MS / 1000;

/** The order for its visitor, who has the key of its page, or for staff. Throws `not_found`, and like `authorize`. */
export function orderToPay(actor: Actor, id: string, key?: string) {
  if (key !== undefined) return findVisitorOrder(id, key);
  authorize(actor, "orders.update");
  return findOrder(actor, id);
}

/** The page to pay an order on, for another client than the site. Throws `conflict`, and `busy` also without a provider. */
export function startRemoteCheckout(order: ReturnType<typeof orderToPay>, origin: string) {
  const isPayable = order.status === "pending" && !isHeldUntilSlotEnds(order.paymentMethod);
  if (isPayable && !activeProvider())
    throw new DomainError("busy", "Orders cannot be paid online here", [], RETRY_SECONDS);
  return startCheckout(order.id, origin);
}
