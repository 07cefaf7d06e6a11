import type { Tx } from "db/connection.server";
import { groupOrders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { addNote } from "~/features/order-notes/notes.server";
import { insertOrder } from "~/features/orders/create-order.server";
import { UNLIMITED } from "~/features/orders/unpaid-limits.server";
import type { Order } from "~/features/orders/order.types";
import { takesPlace } from "~/features/tariff/tariff.server";
import { DomainError } from "~/lib/errors";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { groupExpiry } from "./group-orders.server";
import type { NewGroupOrder } from "./group.schema";
import { groupPrice } from "./groups.rules";
import { linkRequest } from "./requests.server";

type Options = {
  /** Of the form, so that a second press makes no second order. */
  key?: string | undefined;
  /** The id of the request that it answers. */
  request?: string | undefined;
};

/**
 * Makes an order for a group, of any size; no limit of unpaid places applies. It is held until the end of `holdUntil`.
 * Throws `invalid` for a past visit or a past day, and `conflict` when the slot has too few places.
 */
export function createGroupOrder(
  actor: Actor,
  { organisation, pricePerHeadPaise, freePer, note, ...booking }: NewGroupOrder,
  { key, request }: Options = {},
): Order {
  authorize(actor, "orders.update");
  const { name, email, phone, holdUntil: wanted, ...visit } = booking;
  return transaction((tx) => {
    const holdUntil = heldAtMost(wanted, visit.visitDate);
    const terms = { pricePerHeadPaise, freePer };
    let freeAdults = 0;
    const { order, replayed } = insertOrder(
      tx,
      { ...visit, contact: { name, email, phone }, promoCode: "" },
      key,
      { ...UNLIMITED, isStaff: true },
      {
        by: actor,
        expiresAt: groupExpiry(visit, holdUntil, false),
        price(byTariff) {
          const price = groupPrice(byTariff, terms, takesPlace);
          freeAdults = price.freeAdults;
          return price;
        },
        beforeMail: (placed) =>
          addGroup(tx, { orderSeq: placed.seq, organisation, holdUntil, freeAdults, ...terms }),
      },
    );
    if (replayed) return order;
    if (note) addNote(tx, actor, order.seq, note);
    if (request) linkRequest(tx, actor, request, order);
    return order;
  }, "availability");
}

const addGroup = (tx: Tx, group: typeof groupOrders.$inferInsert) =>
  tx.insert(groupOrders).values(group).run();

/** Until when places are held that should be until `wanted`: at the latest the visit. Throws `invalid` for a day that is over. */
export function heldAtMost(wanted: string, visitDate: string) {
  const message = "Choose today or a later day";
  if (wanted < toLocalDate())
    throw new DomainError("invalid", message, [{ path: "holdUntil", message }]);
  return wanted < visitDate ? wanted : visitDate;
}
