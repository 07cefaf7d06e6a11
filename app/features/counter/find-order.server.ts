import { authorize, can, type Actor } from "~/features/auth/permissions";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { findTicket } from "~/features/tickets/find-ticket.server";
import { normalizeCode, parseOrderId, parseTicketCode } from "~/features/tickets/ticket-code";
import { DomainError } from "~/lib/errors";
import { parseInput } from "~/lib/parse-input";

const MAX_FOUND = 8;

/** In the address of a booking's page, and of the code that it shows for the counter. */
const ORDER_ADDRESS = /(?:\/order\/|[?&]order=)(ZV-?[0-9A-Z]{4,8})/i;

/**
 * Orders by what a visitor shows or says: the order's number, the code of one of its tickets, the address in a scanned
 * code, else a name, an e-mail address or a telephone number, for who may read orders. The newest first. Throws
 * `forbidden`.
 */
export function findAtCounter(actor: Actor, typed: string): Order[] {
  authorize(actor, "counter.sell");
  expireOverdue();
  const id = parseOrderId(normalizeCode(ORDER_ADDRESS.exec(typed)?.[1] ?? typed));
  const exact =
    (id && found(() => orderById(id))) ??
    found(() => orderById(findTicket(parseTicketCode(typed)).orderId));
  if (exact) return [exact];
  if (!can(actor, "orders.read")) return [];
  const query = parseInput(ListOrders, { q: typed, limit: String(MAX_FOUND) });
  return listOrders(actor, query, { byPhone: true }).items;
}

/** Undefined where there is none. */
function found(read: () => Order) {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
