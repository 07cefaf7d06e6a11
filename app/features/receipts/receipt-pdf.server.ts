import { createDocument, drawHead, MARGIN, toBuffer } from "~/features/tickets/pdf/document.server";
import { BOLD, REGULAR } from "~/features/tickets/pdf/fonts.server";
import { drawArtifact, drawTagged } from "~/features/tickets/pdf/tagged.server";
import { drawValue } from "~/features/tickets/pdf/ticket.server";
import { logoPng } from "~/features/zoo/logo-png.server";
import { PRIVATE_FILE_HEADERS } from "~/lib/http/private-headers";
import { documentView, type DocumentView } from "./receipt.presenter.server";
import type { MoneyDocument } from "./receipts.server";

type Pdf = PDFKit.PDFDocument;

const HEADER_HEIGHT = 44;
const ROW_HEIGHT = 19;
const LABEL_WIDTH = 90;
const AMOUNT_WIDTH = 100;

export async function documentResponse(document: MoneyDocument) {
  const name = document.kind === "receipts" ? "receipt" : "credit-note";
  return pdfResponse(await documentPdf(document), `zoo-${name}-${document.number}`);
}

export function pdfResponse(bytes: Buffer, name: string) {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}.pdf"`,
      ...PRIVATE_FILE_HEADERS,
    },
  });
}

export const documentPdf = (document: MoneyDocument): Promise<Buffer> =>
  viewPdf(
    documentView(document),
    new Date(document.refund?.requestedAt ?? document.payment?.paidAt ?? 0),
  );

/** One A4 page with what the page on the site says. */
export async function viewPdf(view: DocumentView, date: Date): Promise<Buffer> {
  const logo = await logoPng();
  const pdf = await createDocument({
    title: `${view.zoo.name}, ${view.title}`,
    subject: view.title,
    date,
  });
  pdf.addPage();
  drawHead(pdf, logo);
  drawBody(pdf, view);
  return toBuffer(pdf);
}

/** From top to bottom, which is also the reading order for screen readers. */
function drawBody(pdf: Pdf, { zoo, title, facts, rows, total, tax, balance, note }: DocumentView) {
  let y = MARGIN + HEADER_HEIGHT;
  const width = pdf.page.width - 2 * MARGIN;
  const next = (height = ROW_HEIGHT) => {
    const top = y;
    y += height;
    return { x: MARGIN, y: top, width };
  };
  for (const line of zoo.lines)
    drawTagged(pdf, "P", () => drawValue(pdf, line, next(14), { fontSize: 10 }));
  next(16);
  drawTagged(pdf, "H2", () => drawValue(pdf, title, next(40), { fontSize: 24, font: BOLD }));
  for (const fact of facts) drawFact(pdf, fact, next());
  drawRule(pdf, next());
  for (const row of rows) drawAmount(pdf, row, next());
  drawRule(pdf, next());
  drawAmount(pdf, total, next(24), BOLD);
  if (tax) drawAmount(pdf, tax, next());
  for (const row of balance) drawAmount(pdf, row, next());
  if (note) drawTagged(pdf, "P", () => drawValue(pdf, note, next()));
}

type Box = Parameters<typeof drawValue>[2];

function drawFact(pdf: Pdf, { name, value }: DocumentView["facts"][number], box: Box) {
  drawTagged(pdf, "P", () => {
    drawValue(pdf, name, { ...box, width: LABEL_WIDTH });
    const left = { ...box, x: box.x + LABEL_WIDTH, width: box.width - LABEL_WIDTH };
    drawValue(pdf, value, left);
  });
}

function drawAmount(pdf: Pdf, { label, amount }: DocumentView["total"], box: Box, font = REGULAR) {
  drawTagged(pdf, "P", () => {
    drawValue(pdf, label, { ...box, width: box.width - AMOUNT_WIDTH }, { font });
    const right = { ...box, x: box.x + box.width - AMOUNT_WIDTH, width: AMOUNT_WIDTH };
    drawValue(pdf, amount, right, { font, align: "right" });
  });
}

const drawRule = (pdf: Pdf, { x, y, width }: Box) =>
  drawArtifact(pdf, () => {
    const middle = y + ROW_HEIGHT / 2;
    pdf
      .lineWidth(0.5)
      .strokeColor("#000")
      .moveTo(x, middle)
      .lineTo(x + width, middle)
      .stroke();
  });
