import jsQR from "jsqr";
import type { Locator } from "playwright/test";
import { PNG } from "pngjs";

const MARGIN = 32;

/** The text of the QR code that a visitor sees there, read from its pixels. */
export async function readQr(locator: Locator) {
  const shot = PNG.sync.read(await locator.screenshot());
  const { data, width, height } = onWhite(shot);
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  if (!code) throw new Error(`No QR code to read in ${String(locator)}`);
  return code.data;
}

/** A code is found by the white around it, which may lie outside the element. */
function onWhite(shot: PNG) {
  const sheet = new PNG({ width: shot.width + 2 * MARGIN, height: shot.height + 2 * MARGIN });
  sheet.data.fill(255);
  PNG.bitblt(shot, sheet, 0, 0, shot.width, shot.height, MARGIN, MARGIN);
  return sheet;
}
