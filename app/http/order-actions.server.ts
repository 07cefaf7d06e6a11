import type { Actor } from "~/domain/access";
import { DomainError } from "~/domain/errors";
import { changeOrderStatus } from "~/domain/order/change-status.server";
import { deleteOrder } from "~/domain/order/delete-order.server";
import { ChangeStatus } from "~/domain/order/order.schema";
import { parse } from "~/domain/parse";
import type { Fields } from "./body.server";

/** What a row's buttons ask for: `intent` is the wanted status, or delete. Answers the toast. */
export function actOnOrder(actor: Actor, { id, intent }: Fields) {
  if (!id) throw new DomainError("invalid", "Missing id");
  if (intent === "delete") {
    deleteOrder(actor, id);
    return "Order deleted";
  }
  changeOrderStatus(actor, id, parse(ChangeStatus, { status: intent }).status);
  return "Order status updated";
}
