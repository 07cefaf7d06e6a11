type Pdf = PDFKit.PDFDocument;

/** The brand mark of images/brand/mark-mono.svg, on a 64 × 64 square. */
const TOES = [
  { x: 10.8, y: 22.6, rx: 4.6, ry: 6.1, rotation: -28 },
  { x: 24, y: 12.2, rx: 5, ry: 6.9, rotation: -9 },
  { x: 40, y: 12.2, rx: 5, ry: 6.9, rotation: 9 },
  { x: 53.2, y: 22.6, rx: 4.6, ry: 6.1, rotation: 28 },
];
const PAW_PAD =
  "M32 27c8 0 15.4 7.4 15.4 16.4 0 8.4-5.4 14.2-10.4 14.2-2.1 0-3.2-1-5-1s-2.9 1-5 1c-5 0-10.4-5.8-10.4-14.2C16.6 34.4 24 27 32 27z";
const ORBIT_BACK = "M6.47 48.49A26.2 5.2 -13 0 1 57.53 36.71";
const ORBIT_FRONT = "M6.47 48.49A26.2 5.2 -13 0 0 57.53 36.71";

export function drawLogo(pdf: Pdf, x: number, y: number, size: number) {
  pdf.save();
  pdf.translate(x, y).scale(size / 64);
  pdf.lineWidth(3).lineCap("round").path(ORBIT_BACK).stroke("#000");
  // White outlines replace the mask of the SVG.
  pdf.lineWidth(2.4).path(PAW_PAD).fillAndStroke("#000", "#fff");
  pdf.lineWidth(6.4).path(ORBIT_FRONT).stroke("#fff");
  pdf.lineWidth(3).path(ORBIT_FRONT).stroke("#000");
  for (const { x, y, rx, ry, rotation } of TOES) {
    pdf
      .save()
      .rotate(rotation, { origin: [x, y] })
      .ellipse(x, y, rx, ry)
      .fill("#000")
      .restore();
  }
  pdf.restore();
}
