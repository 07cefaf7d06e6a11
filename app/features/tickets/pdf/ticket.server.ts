import { truncate } from "~/lib/text-limits";
import { formatLongDate } from "~/lib/dates";
import type { Order } from "~/features/orders/order.types";
import { toRuns as toQrRuns } from "~/lib/http/qr.server";
import { ticketAddress } from "~/lib/http/urls.server";
import { BOLD, REGULAR, toRuns } from "./fonts.server";
import { drawTagged, drawArtifact } from "./tagged.server";
import { slotText } from "~/features/slots/slots.server";

type Pdf = PDFKit.PDFDocument;
type Box = { x: number; y: number; width: number };

const MM = 72 / 25.4;
export const TICKET_HEIGHT = 222;
const STUB_WIDTH = 190;
const PADDING = 20;
const QR_SIZE = 40 * MM;
const LABEL_WIDTH = 52;
const ROW_HEIGHT = 27;
const VALUE_SIZE = 12;
const MIN_SIZE = 9;
/** Height above the baseline relative to the font size. */
const ASCENT = 0.95;
const WIDTH_TOLERANCE = 0.01;
const GREY = "#555";
const line = { lineBreak: false };

/** What is printed for a code: `Ticket 2 of 3` and its type. */
export type Card = { code: string; place: string; type: string };

export function drawTicket(
  pdf: Pdf,
  { x, y, width }: Box,
  { order, card, origin }: { order: Order; card: Card; origin: string },
) {
  const cutLine = x + width - STUB_WIDTH;
  drawArtifact(pdf, () => {
    pdf.lineWidth(1).strokeColor("#000").roundedRect(x, y, width, TICKET_HEIGHT, 10).stroke();
    pdf.moveTo(cutLine, y).lineTo(cutLine, y + TICKET_HEIGHT);
    pdf.dash(4, { space: 4 }).stroke().undash();
  });
  drawFacts(pdf, { x: x + PADDING, y: y + PADDING, width: cutLine - x - 2 * PADDING }, order, card);
  drawCode(pdf, { x: cutLine, y, width: STUB_WIDTH }, card.code, origin);
}

function drawFacts(pdf: Pdf, { x, y, width }: Box, order: Order, { place, type }: Card) {
  drawTagged(pdf, "P", () =>
    pdf.font(REGULAR).fontSize(10.5).fillColor(GREY).text(place, x, y, line),
  );
  drawTagged(pdf, "H2", () =>
    pdf
      .font(BOLD)
      .fontSize(28)
      .fillColor("#000")
      .text(type, x, y + 16, line),
  );

  const { label, hours } = slotText(order.visitDate, order.visitSlot);
  const facts = [
    ["Date", formatLongDate(order.visitDate)],
    ["Slot", `${label}, ${hours}`],
    ["Name", order.contactName],
    ["Order", order.id],
  ].filter(([, value]) => value) as [string, string][];
  facts.forEach(([name, value], index) => {
    const top = y + 72 + index * ROW_HEIGHT;
    drawTagged(pdf, "P", () => {
      pdf
        .font(REGULAR)
        .fontSize(10.5)
        .fillColor(GREY)
        .text(name, x, top + 1, line);
      pdf.fillColor("#000");
      drawValue(pdf, value, { x: x + LABEL_WIDTH, y: top, width: width - LABEL_WIDTH });
    });
  });
}

type ValueOptions = { fontSize?: number; font?: string; align?: "left" | "right" };

/** Shrinks long text, then truncates it. Carries the text itself for copying, as glyphs do not tell it in every script. */
export function drawValue(
  pdf: Pdf,
  value: string,
  { x, y, width }: Box,
  { fontSize = VALUE_SIZE, font = REGULAR, align = "left" }: ValueOptions = {},
) {
  pdf.fontSize(fontSize);
  let text = value.normalize("NFC");
  let runs = toRuns(pdf, text, font);
  const size = Math.max(MIN_SIZE, Math.min(fontSize, (fontSize * width) / widthOfRuns(pdf, runs)));
  pdf.fontSize(size);
  while (widthOfRuns(pdf, runs) > width + WIDTH_TOLERANCE) {
    text = truncate(text, [...text].length - 2);
    runs = toRuns(pdf, text, font);
  }
  const top = y + fontSize * ASCENT;
  pdf.markContent("Span", { actual: text });
  let left = align === "left" ? x : x + width - widthOfRuns(pdf, runs);
  for (const run of runs) {
    pdf.font(run.font).text(run.text, left, top, { ...line, baseline: "alphabetic" });
    left += pdf.widthOfString(run.text);
  }
  pdf.endMarkedContent();
}

const widthOfRuns = (pdf: Pdf, runs: ReturnType<typeof toRuns>) =>
  runs.reduce((sum, { font, text }) => sum + pdf.font(font).widthOfString(text), 0);

/** Faster than the centring of PDFKit, which searches for line breaks. */
function drawCentred(pdf: Pdf, text: string, { x, y, width }: Box) {
  pdf.text(text, x + (width - pdf.widthOfString(text)) / 2, y, line);
}

function drawCode(pdf: Pdf, { x, y, width }: Box, code: string, origin: string) {
  const { bars, size } = toQrRuns(ticketAddress(origin, code));
  const top = y + 24;
  drawTagged(pdf, { figure: "QR code" }, () => {
    pdf.save();
    pdf.translate(x + (width - QR_SIZE) / 2, top).scale(QR_SIZE / size);
    for (const bar of bars) pdf.rect(bar.x, bar.y, bar.width, 1);
    pdf.fill("#000").restore();
  });

  const letters = code.match(/.{1,5}/g)?.join(" ") ?? code;
  drawTagged(pdf, "P", () => {
    pdf.font(BOLD).fontSize(10.5).fillColor("#000");
    drawCentred(pdf, letters, { x, y: top + QR_SIZE + 16, width });
  });
  drawTagged(pdf, "P", () => {
    pdf.font(REGULAR).fontSize(10.5);
    drawCentred(pdf, "Show this at the gate", { x, y: top + QR_SIZE + 34, width });
  });
}
