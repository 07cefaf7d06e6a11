import QRCode from "qrcode";
import type { Order } from "~/features/orders/orders.server";
import { ticketsOf, type Ticket } from "~/features/tickets/tickets.server";
import { LOOK } from "~/lib/http/qr.server";
import { siteOrigin, ticketAddress } from "~/lib/http/urls.server";
import { orderOut } from "./serializers";

/** The answer about an order: with a QR picture for each ticket once it is paid (contract 5). */
export async function withQrCodes(request: Request, order: Order) {
  const tickets = order.status === "paid" ? ticketsOf(order.seq) : [];
  return {
    order: orderOut(order),
    qrCodes: await Promise.all(tickets.map((ticket) => pictured(request, ticket))),
  };
}

const pictured = async (request: Request, { code, ticketType }: Ticket) => ({
  code,
  ticketType,
  dataUrl: await QRCode.toDataURL(ticketAddress(siteOrigin(request), code), LOOK),
});
