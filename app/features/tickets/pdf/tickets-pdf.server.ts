import { setImmediate } from "node:timers/promises";
import { formatLongDate } from "~/lib/dates";
import type { Order } from "~/features/orders/order.types";
import type { Ticket } from "../tickets.server";
import { BOLD, REGULAR } from "./fonts.server";
import { drawLogo } from "./logo.server";
import { drawTagged, drawArtifact } from "./tagged.server";
import { drawTicket, drawValue, TICKET_HEIGHT } from "./ticket.server";
import { FREE_MOVE } from "~/features/orders/visit-limits";
import { openingText } from "~/features/slots/opening-hours.server";
import { slotLabel } from "~/features/slots/slots.server";
import { logoPng } from "~/features/zoo/logo-png.server";
import { legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

const MARGIN = (12 * 72) / 25.4;
const TICKETS_PER_PAGE = 3;
const HEADER_HEIGHT = 44;
const GAP = 14;
const LOGO_HEIGHT = 30;
const MAX_LOGO_WIDTH = 140;

/** Three tickets per A4 page. `origin` is the site URL for the QR codes. */
export async function ticketsPdf(order: Order, tickets: Ticket[], origin: string): Promise<Buffer> {
  // Imported on demand to keep startup fast.
  const { default: PDFDocument } = await import("pdfkit");
  const logo = await logoPng();
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    autoFirstPage: false,
    font: REGULAR,
    lang: "en-IN",
    pdfVersion: "1.7",
    displayTitle: true,
    tagged: true, // for screen readers
    info: {
      Title: `${zooProfile().name} tickets, order ${order.id}`,
      Author: zooProfile().name,
      Subject: `Visit on ${formatLongDate(order.visitDate)}, ${slotLabel(order.visitSlot)}`,
      CreationDate: new Date(order.updatedAt),
    },
  });

  for (let first = 0; first < tickets.length; first += TICKETS_PER_PAGE) {
    drawPage(pdf, logo, order, tickets.slice(first, first + TICKETS_PER_PAGE), origin);
    await setImmediate(); // do not block other requests
  }
  return toBuffer(pdf);
}

/** The content is in reading order for screen readers. */
function drawPage(
  pdf: PDFKit.PDFDocument,
  logo: Awaited<ReturnType<typeof logoPng>>,
  order: Order,
  tickets: Ticket[],
  origin: string,
) {
  pdf.addPage();
  const width = pdf.page.width - 2 * MARGIN;
  const logoWidth = logo ? Math.min(MAX_LOGO_WIDTH, (LOGO_HEIGHT * logo.width) / logo.height) : 30;
  drawArtifact(pdf, () => {
    if (!logo) return drawLogo(pdf, MARGIN, MARGIN - 4, LOGO_HEIGHT);
    pdf.image(logo.png, MARGIN, MARGIN - 4, { fit: [logoWidth, LOGO_HEIGHT], valign: "center" });
  });
  const nameLeft = logoWidth + 10;
  drawTagged(pdf, "H1", () => {
    const box = { x: MARGIN + nameLeft, y: MARGIN + 2, width: width - nameLeft };
    pdf.fillColor("#000");
    drawValue(pdf, zooProfile().name, box, { fontSize: 17, font: BOLD });
  });

  tickets.forEach((ticket, index) => {
    const y = MARGIN + HEADER_HEIGHT + index * (TICKET_HEIGHT + GAP);
    drawTicket(pdf, { x: MARGIN, y, width }, { order, ticket, origin });
  });

  const lines = [legalLine(zooProfile()), `Open ${openingText()}. ${FREE_MOVE}`].filter(Boolean);
  lines.forEach((line, index) => {
    const y = pdf.page.height - MARGIN - 12 * (lines.length - index);
    drawTagged(pdf, "P", () => drawValue(pdf, line, { x: MARGIN, y, width }, { fontSize: 9.5 }));
  });
}

async function toBuffer(pdf: PDFKit.PDFDocument) {
  const parts: Buffer[] = [];
  pdf.end();
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
