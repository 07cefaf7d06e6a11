import { writeFile } from "node:fs/promises";
import { create } from "qrcode";
import type { Page } from "playwright/test";
import { book, move } from "../data/bookings";
import { zoneAt, zooDayIn } from "../data/time-zones";
import type { Zoo } from "./zoo";

export const GATE = "/admin/dashboard/check-in";

/** Where the morning slot has begun. */
export const GATE_ZONE = zoneAt(10);

export const dayAtGate = (days: number) => zooDayIn(days, GATE_ZONE);

/** A paid order of two adults and a child, for this morning unless said otherwise: its tickets' codes. */
export async function aParty(zoo: Zoo, booking: Parameters<typeof book>[1] = {}) {
  const { _id: id } = await book(zoo, {
    visitDate: dayAtGate(0),
    visitSlot: "morning",
    ...booking,
  });
  const { qrCodes } = await move(zoo, id, "paid");
  const codes = (qrCodes as { code: string }[]).map(({ code }) => code);
  return { id, first: codes[0]!, second: codes[1]!, third: codes[2]! };
}

/** Types as a scanner does. */
export async function scan(page: Page, code: string) {
  await page.getByLabel("Ticket code").fill(code);
  await page.getByLabel("Ticket code").press("Enter");
}

export const band = (page: Page) => page.getByRole("region", { name: "Result" });

/** A film for Chromium's pretended camera: a QR code on white, standing still. */
export async function filmOf(text: string, file: string) {
  const [width, height, scale] = [640, 480, 8];
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const [left, top] = [width, height].map((room) => Math.round((room - modules.size * scale) / 2));
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 0; y < modules.size * scale; y += 1) {
    for (let x = 0; x < modules.size * scale; x += 1) {
      const isDark = modules.get(Math.floor(y / scale), Math.floor(x / scale));
      if (isDark) luma[(top! + y) * width + left! + x] = 16;
    }
  }
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array<Buffer>(10).fill(frame)]));
}
