import { orderById } from "~/features/orders/orders.server";
import { DomainError } from "~/lib/errors";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { pollForVisitor, sessionByToken } from "./checkout.server";

/** Throws `not_found`. */
export function findSession(token: string) {
  const session = sessionByToken(token.toUpperCase());
  if (!session || session.orderSeq === null)
    throw new DomainError("not_found", "This payment link is not valid");
  return { session, order: orderById(session.orderId) };
}

/** The path of the order's page, which looks for the payment while it is not seen. Throws `not_found`. */
export async function returnToOrder(token: string) {
  const { session, order } = findSession(token);
  await pollForVisitor(order.seq);
  const { status } = orderById(session.orderId);
  const isWaiting = status === "pending" && session.state === "open";
  return `${visitorOrderPath(order)}${isWaiting ? "?check=1" : ""}#main`;
}
