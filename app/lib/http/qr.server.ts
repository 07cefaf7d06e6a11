import QRCode from "qrcode";

/**
 * One mask for all codes: to look for the best of eight takes six times as long as all the rest, and in blurred and
 * noisy pictures codes with this one were read as often as those.
 */
export const LOOK = { errorCorrectionLevel: "M", maskPattern: 0 } as const;

/** A QR code as the runs of dark modules in its rows, each one module high. */
export function barsOf(text: string) {
  // As bytes: looking for letters that could be packed closer takes longer than all the rest.
  const { size, data } = QRCode.create([{ data: Buffer.from(text), mode: "byte" }], LOOK).modules;
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
