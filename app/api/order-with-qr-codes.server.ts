import type { Order } from "~/features/orders/order.types";
import { activeTicketsOfOrder, type Ticket } from "~/features/tickets/tickets.server";
import { QR_OPTIONS } from "~/lib/http/qr.server";
import { siteOrigin, ticketAddress } from "~/lib/http/urls.server";
import { serializeOrder } from "./serializers.server";

/** Clients read the order's fields from `order` or beside it. */
export const besideOrder = <Order extends object, More>(answer: { order: Order } & More) => ({
  ...answer.order,
  ...answer,
});

export async function withQrCodes(request: Request, order: Order) {
  const tickets = order.status === "paid" ? activeTicketsOfOrder(order.seq) : [];
  return {
    order: serializeOrder(order),
    qrCodes: await Promise.all(tickets.map((ticket) => withDataUrl(request, ticket))),
  };
}

async function withDataUrl(request: Request, { code, ticketType }: Ticket) {
  const { toDataURL } = await import("qrcode"); // not at every start
  const dataUrl = await toDataURL(ticketAddress(siteOrigin(request), code), QR_OPTIONS);
  return { code, ticketType, dataUrl };
}
