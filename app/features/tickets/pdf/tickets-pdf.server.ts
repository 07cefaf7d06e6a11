import { setImmediate } from "node:timers/promises";
import { formatLongDate } from "~/lib/dates";
import type { Order } from "~/features/orders/order.types";
import { formatPeople } from "~/features/gate/evaluate-scan";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { countSold, type Ticket } from "../tickets.server";
import { createDocument, drawHead, MARGIN, toBuffer } from "./document.server";
import { drawTagged } from "./tagged.server";
import { drawTicket, drawValue, TICKET_HEIGHT, type Card } from "./ticket.server";
import { FREE_MOVE } from "~/features/orders/visit-limits";
import { openingText } from "~/features/slots/opening-hours.server";
import { slotLabel } from "~/features/slots/slots.server";
import { logoPng } from "~/features/zoo/logo-png.server";
import { legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

const TICKETS_PER_PAGE = 3;
const HEADER_HEIGHT = 44;
const GAP = 14;

/** Three tickets per A4 page, after the party code if there is one. `origin` is the site URL for the QR codes. */
export async function ticketsPdf(
  order: Order,
  tickets: Ticket[],
  origin: string,
  partyCode: string | null = null,
): Promise<Buffer> {
  const cards = [...partyCards(partyCode, tickets.length), ...tickets.map(ticketCard(order))];
  const logo = await logoPng();
  const pdf = await createDocument({
    title: `${zooProfile().name} tickets, order ${order.id}`,
    subject: `Visit on ${formatLongDate(order.visitDate)}, ${slotLabel(order.visitSlot)}`,
    date: new Date(order.updatedAt),
  });

  for (let first = 0; first < cards.length; first += TICKETS_PER_PAGE) {
    drawPage(pdf, logo, order, cards.slice(first, first + TICKETS_PER_PAGE), origin);
    await setImmediate(); // do not block other requests
  }
  return toBuffer(pdf);
}

const partyCards = (code: string | null, people: number): Card[] =>
  code
    ? [{ code, place: `Admits ${formatPeople(people)}, together or in parts`, type: PARTY_TITLE }]
    : [];

const PARTY_TITLE = "One code for all";

const ticketCard = (order: Order) => {
  const sold = countSold(order);
  return ({ code, number, ticketType }: Ticket): Card => ({
    code,
    place: `Ticket ${number} of ${sold}`,
    type: ticketLabel(ticketType),
  });
};

/** The content is in reading order for screen readers. */
function drawPage(
  pdf: PDFKit.PDFDocument,
  logo: Awaited<ReturnType<typeof logoPng>>,
  order: Order,
  cards: Card[],
  origin: string,
) {
  pdf.addPage();
  const width = pdf.page.width - 2 * MARGIN;
  drawHead(pdf, logo);

  cards.forEach((card, index) => {
    const y = MARGIN + HEADER_HEIGHT + index * (TICKET_HEIGHT + GAP);
    drawTicket(pdf, { x: MARGIN, y, width }, { order, card, origin });
  });

  const lines = [legalLine(zooProfile()), `Open ${openingText()}. ${FREE_MOVE}`].filter(Boolean);
  lines.forEach((line, index) => {
    const y = pdf.page.height - MARGIN - 12 * (lines.length - index);
    drawTagged(pdf, "P", () => drawValue(pdf, line, { x: MARGIN, y, width }, { fontSize: 9.5 }));
  });
}
