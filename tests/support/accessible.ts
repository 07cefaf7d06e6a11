import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** axe is a script: where the browser runs none, it looks at a copy of what the visitor sees. */
export async function expectAccessible(page: Page) {
  const runsScripts = await page.evaluate(() => "__remixContext" in window);
  const seen = runsScripts ? page : await copyOf(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await seen.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page: seen }).withTags(WCAG).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    expect(found, colorScheme).toEqual([]);
  }
  if (seen !== page) await seen.context().close();
}

/** How wide the page is; more than the window means scrolling sideways. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

async function copyOf(page: Page) {
  const body = (await page.content()).replace(/<script\b.*?<\/script>|<\/?noscript>/gs, "");
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.setViewportSize(page.viewportSize()!);
  await copy.route(page.url(), (route) => route.fulfill({ contentType: "text/html", body }));
  await copy.goto(page.url());
  return copy;
}
