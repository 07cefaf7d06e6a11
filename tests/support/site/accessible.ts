import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** axe is a script: where the browser runs none, it looks at a copy of what the visitor sees. */
export async function expectAccessible(page: Page) {
  const runsScripts = await page.evaluate(() => "__remixContext" in window);
  const seen = runsScripts ? page : await copyOf(page);
  for (const colorScheme of ["light", "dark"] as const) {
    expect(await violationsIn(seen, colorScheme), colorScheme).toEqual([]);
  }
  if (seen !== page) await seen.context().close();
}

/** What axe finds in a theme. A theme changes colours and nothing else, so the rest is looked at in one. */
export async function violationsIn(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await untilStill(page);
  // "Legacy" is axe in the page itself, without a second tab that gathers what frames say: there are no
  // frames here, and it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const rules = colorScheme === "light" ? axe.withTags(WCAG) : axe.withRules("color-contrast");
  const { violations } = await rules.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A colour on its way from one to another is neither of them. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => {})));
  });

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
