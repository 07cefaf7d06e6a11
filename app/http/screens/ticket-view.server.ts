import type { Order } from "~/domain/order/orders.server";
import { usedText } from "~/domain/ticket/check-in.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { qrOf } from "../qr.server";
import { siteOrigin, ticketAddress } from "../site.server";

/** The tickets of a paid order as the visitor sees them, each with its QR code; none before it is paid. */
export const ticketViews = (request: Request, order: Order) =>
  (order.status === "paid" ? ticketsOf(order.seq) : []).map(
    ({ code, number, ticketType, usedAt }) => ({
      code,
      number,
      ticketType,
      of: order.ticketCount,
      qr: qrOf(ticketAddress(siteOrigin(request), code)),
      state: usedAt === null ? ("valid" as const) : ("used" as const),
      usedAt: usedAt === null ? null : usedText(usedAt),
    }),
  );
