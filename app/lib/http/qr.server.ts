// Without the package's images, which would be loaded at every start.
import { create } from "qrcode/lib/core/qrcode.js";

/** A fixed mask: choosing the best of eight takes six times as long, and no more blurred images are read. */
export const QR_OPTIONS = { errorCorrectionLevel: "M", maskPattern: 0 } as const;

export function toRuns(text: string) {
  // Byte mode: choosing a more compact mode takes longer than the rest.
  const { size, data } = create([{ data: Buffer.from(text), mode: "byte" }], QR_OPTIONS).modules;
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

export function toQr(text: string) {
  const { bars, size } = toRuns(text);
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h${-width}z`).join("");
  return { path, size };
}
