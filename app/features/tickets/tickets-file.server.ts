import { LRUCache } from "lru-cache";
import { cacheUntilWritten } from "db/cache-until-written.server";
import type { Order } from "~/features/orders/order.types";
import { partyCodeOf } from "./party-codes.server";
import { activeTicketsOfOrder } from "./tickets.server";
import { ticketsPdf } from "./pdf/tickets-pdf.server";

/** Of about 100 KB. A file of thirty tickets takes 50 ms, and phones ask for the same one again and again. */
const renderedFiles = cacheUntilWritten(() => new LRUCache<string, Promise<Buffer>>({ max: 50 }));

/** The PDF of a paid order, without those who are inside already, rendered on demand; undefined for other orders. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") return undefined;
  const active = activeTicketsOfOrder(order.seq);
  const unused = active.filter(({ usedAt }) => usedAt === null);
  const tickets = unused.length > 0 ? unused : active;
  const partyCode = unused.length > 0 ? partyCodeOf(order.seq) : null;
  const key = JSON.stringify([order, tickets, origin, partyCode]);
  function bytes() {
    const files = renderedFiles();
    const file = files.get(key) ?? ticketsPdf(order, tickets, origin, partyCode);
    files.set(key, file);
    file.catch(() => files.delete(key));
    return file;
  }
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes,
  };
}
