import type { logoPng } from "~/features/zoo/logo-png.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { BOLD, REGULAR } from "./fonts.server";
import { drawLogo } from "./logo.server";
import { drawArtifact, drawTagged } from "./tagged.server";
import { drawValue } from "./ticket.server";

export const MARGIN = (12 * 72) / 25.4;
const LOGO_HEIGHT = 30;
const MAX_LOGO_WIDTH = 140;

type Info = { title: string; subject: string; date: Date };

/** An A4 document of the zoo without pages, tagged for screen readers. */
export async function createDocument({ title, subject, date }: Info) {
  // Imported on demand to keep startup fast.
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument({
    size: "A4",
    margin: MARGIN,
    autoFirstPage: false,
    font: REGULAR,
    lang: "en-IN",
    pdfVersion: "1.7",
    displayTitle: true,
    tagged: true,
    info: { Title: title, Author: zooProfile().name, Subject: subject, CreationDate: date },
  });
}

/** The zoo's logo and name at the top of a page. */
export function drawHead(pdf: PDFKit.PDFDocument, logo: Awaited<ReturnType<typeof logoPng>>) {
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
}

export async function toBuffer(pdf: PDFKit.PDFDocument) {
  const parts: Buffer[] = [];
  pdf.end();
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
