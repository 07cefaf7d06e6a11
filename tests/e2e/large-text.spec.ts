import { chromium, type Page } from "playwright/test";
import { findChromium } from "../../scripts/chromium.mjs";
import { widthOf } from "../support/accessible";
import { clientOf } from "../support/client";
import { MORNING_ZONE, zooDayIn } from "../support/morning";
import { asStaff, signIn } from "../support/office";
import { expect, test, type Zoo } from "../support/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE, UPI_VPA: "zoo@bank" } });

const HOME = "/admin/dashboard";
const LONG = "Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta";

test("text at twice its size makes no page scroll sideways", async ({ zoo, javaScriptEnabled }) => {
  const { own, codes } = await booked(zoo, "paid");
  const pending = await booked(zoo);
  const paths = ["/", "/animals", "/animals/none", "/contact", "/tickets", "/terms", "/login"];
  paths.push("/api/docs", "/nowhere", pending.own, own, `/t/${codes[0]}`);
  await withLargeText(zoo, javaScriptEnabled, async (page, width) => {
    await expectToFit(page, width, paths);

    await page.goto(own);
    const topOf = async (part: string) => {
      const box = await page.locator(`.ticket .facts ${part}`).first().boundingBox();
      return box!.y;
    };
    // On a phone there is no room for two columns of such letters.
    expect((await topOf("dd")) > (await topOf("dt"))).toBe(width === 390);
  });
});

test("nor a screen of the back office @script", async ({ zoo, javaScriptEnabled }) => {
  const { id } = await booked(zoo);
  const words = { name: LONG, description: "Somebody worth a visit." };
  const animal = await asStaff(zoo, "POST", "/animal", words);
  const paths = ["", "/orders", `/orders/${id}`, "/reports", "/messages", "/capacity", "/check-in"];
  paths.push("/animals", `/animals/${animal._id}/edit`);
  await withLargeText(zoo, javaScriptEnabled, async (page, width) => {
    await signIn(page, zoo.owner);
    await expectToFit(
      page,
      width,
      paths.map((path) => HOME + path),
    );
  });
});

/** On a phone and on a desk, as for somebody who has set the letters of the browser twice as large. */
async function withLargeText(
  { url }: Zoo,
  javaScriptEnabled: boolean | undefined,
  use: (page: Page, width: number) => Promise<void>,
) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--blink-settings=defaultFontSize=32"],
  });
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
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
