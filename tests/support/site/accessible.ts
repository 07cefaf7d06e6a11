import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A third of the size of the package's main file, which would be sent to each page. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** In both themes. Pages without script are skipped: axe is a script, and they have the same markup. */
export async function expectAccessible(page: Page) {
  if (!(await runsScripts(page))) return;
  for (const colorScheme of ["light", "dark"] as const) {
    expect(await violationsIn(page, colorScheme), colorScheme).toEqual([]);
  }
}

export const runsScripts = (page: Page) => page.evaluate(() => "__remixContext" in window);

/** What axe finds in a theme. A theme changes colours and nothing else, so the rest is looked at in one. */
export async function violationsIn(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await untilStill(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run({ runOnly, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    colorScheme === "light" ? WCAG : ["color-contrast"],
  );
}

/**
 * A colour on its way from one to another is neither of them. Not by the promise of each transition: Chromium never keeps
 * that of one in a closed menu.
 */
const untilStill = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== "running"),
  );

/** How wide the page is; more than the window means scrolling sideways. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
