import type { Locator, Page } from "playwright/test";

/** As a nervous finger does: at the same place, before anything can have been read. */
export async function pressTwice(page: Page, button: Locator) {
  await button.click({ trial: true });
  const { x, y, width, height } = (await button.boundingBox())!;
  const at = [x + width / 2, y + height / 2] as const;
  await page.mouse.click(...at);
  await page.waitForTimeout(250);
  await page.mouse.click(...at);
  await page.waitForTimeout(700); // by then a second answer would be here
}
