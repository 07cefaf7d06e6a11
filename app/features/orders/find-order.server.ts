import { authorize, type Actor } from "~/features/auth/permissions";
import { expireOverdue } from "./expire-orders.server";
import type { Order } from "./order.types";
import { orderById } from "./orders.server";

/** The order for staff; one that has expired is returned as cancelled. Throws `not_found`. */
export function findOrder(actor: Actor, id: string): Order {
  authorize(actor, "orders.read");
  expireOverdue();
  return orderById(id);
}
