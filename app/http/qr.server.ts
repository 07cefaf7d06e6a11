import QRCode from "qrcode";
import type { Order } from "~/domain/order/orders.server";
import { ticketsOf, type Ticket } from "~/domain/ticket/tickets.server";
import { siteOrigin, ticketAddress } from "./site.server";
import { orderOut } from "./wire";

const LEVEL = { errorCorrectionLevel: "M" } as const;

/** A QR code as the runs of dark modules in its rows, each one module high. */
export function barsOf(text: string) {
  // As bytes: to look for letters that could be packed closer takes longer than all the rest.
  const { size, data } = QRCode.create([{ data: Buffer.from(text), mode: "byte" }], LEVEL).modules;
  const bars: { x: number; y: number; width: number }[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!data[y * size + x]) continue;
      const start = x;
      while (x < size && data[y * size + x]) x += 1;
      bars.push({ x: start, y, width: x - start });
    }
  }
  return { bars, size };
}

/** A QR code as one SVG path. */
export function qrOf(text: string) {
  const { bars, size } = barsOf(text);
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h${-width}z`).join("");
  return { path, size };
}

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
  dataUrl: await QRCode.toDataURL(ticketAddress(siteOrigin(request), code), LEVEL),
});
