import { chromium, type Page } from "playwright/test";
import { findChromium } from "../../../scripts/chromium.mjs";
import { widthOf } from "../../support/site/accessible";
import { clientOf } from "../../support/site/client";
import { sampled } from "../../support/data/random";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { asStaff, signIn } from "../../support/site/staff";
import { expect, test, type Zoo } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE, UPI_VPA: "zoo@bank" } });

const HOME = "/admin/dashboard";
const LONG = "Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta";

test("text at twice its size makes no page scroll sideways", async ({ zoo }) => {
  const { own, codes } = await booked(zoo, "paid");
  const pending = await booked(zoo);
  const paths = ["/", "/animals", "/animals/none", "/contact", "/tickets", "/terms", "/login"];
  paths.push("/api/docs", "/nowhere", pending.own, `/t/${codes[0]}`);
  const words = { name: LONG, description: "Somebody worth a visit." };
  const animal = await asStaff(zoo, "POST", "/animal", words);
  const screens = ["", "/orders", `/orders/${pending.id}`, "/reports", "/messages", "/capacity"];
  screens.push("/check-in", "/animals", `/animals/${animal._id}/edit`);
  await withLargeText(zoo, async (page, width) => {
    await page.context().clearCookies();
    await expectToFit(page, width, [...sampled(paths, 3), own]);

    const topOf = async (part: string) => {
      const box = await page.locator(`.ticket .facts ${part}`).first().boundingBox();
      return box!.y;
    };
    // On a phone there is no room for two columns of such letters.
    expect((await topOf("dd")) > (await topOf("dt"))).toBe(width === 390);

    await signIn(page, zoo.owner);
    const onScreens = sampled(screens, 3).map((path) => HOME + path);
    await expectToFit(page, width, onScreens);
  });
});

test("large letters alone, in the smallest window, break no words into letters", async ({
  zoo,
  browser,
}) => {
  const { own, id } = await booked(zoo, "paid");
  const viewport = { width: 320, height: 640 };
  const context = await browser.newContext({ baseURL: zoo.url, viewport, bypassCSP: true });
  const page = await context.newPage();
  await signIn(page, zoo.owner);
  for (const path of ["/tickets", own, `${HOME}/orders/${id}`]) {
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    const moving = page.getByText("Move to another slot");
    if (path === own) await moving.click();

    expect(await widthOf(page), path).toBe(320);
    for (const fact of await page.locator(".facts dd").all()) {
      expect((await fact.boundingBox())!.width, path).toBeGreaterThan(150);
    }
  }
  await context.close();
});

test("with more room between letters and words, no row loses its buttons, nor does a table widen its page", async ({
  zoo,
  browser,
}) => {
  await booked(zoo, "paid");
  await booked(zoo);
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: zoo.url, viewport, bypassCSP: true });
  const page = await context.newPage();
  await signIn(page, zoo.owner);
  for (const path of ["/orders", "/payments"]) {
    await page.goto(HOME + path);
    expect(await widthOf(page), path).toBe(1280);
    await page.addStyleTag({
      content: "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
    });
    for (const act of await page.getByRole("row").getByText("Delete").all()) {
      await act.scrollIntoViewIfNeeded();
      await expect(act).toBeInViewport({ ratio: 0.9 });
    }
  }

  await page.goto(`${HOME}/capacity`); // its table scrolls by itself
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  expect(await widthOf(page)).toBe(1280);
  await context.close();
});

test("the header stays in view, but not where it would fill a low window", async ({ page }) => {
  for (const [height, isSticky] of [
    [800, true],
    [400, false],
  ] as const) {
    await page.setViewportSize({ width: 800, height });
    await page.goto("/terms");
    await page.getByRole("link", { name: "Photo credits" }).last().scrollIntoViewIfNeeded();
    if (isSticky) await expect(page.getByRole("banner")).toBeInViewport();
    else await expect(page.getByRole("banner")).not.toBeInViewport();
  }
});

/** On a phone and on a desk, as for somebody who has set the letters of the browser twice as large. */
async function withLargeText({ url }: Zoo, use: (page: Page, width: number) => Promise<void>) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--blink-settings=defaultFontSize=32"],
  });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await use(page, width);
  }
  await browser.close();
}

async function expectToFit(page: Page, width: number, paths: string[]) {
  for (const path of paths) {
    await page.goto(path);
    expect(await widthOf(page), `${path} at ${width}`).toBe(width);
  }
}

const booked = async (zoo: Zoo, ...statuses: string[]) =>
  (await clientOf(zoo)).book(zooDayIn(4), ...statuses);
