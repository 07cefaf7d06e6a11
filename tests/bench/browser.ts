import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, devices, type Browser, type Locator, type Page } from "playwright";
import { findChromium } from "../../scripts/chromium.mjs";
import { close, openZoo } from "../support/site/zoo.ts";
import { zooDayIn } from "../support/data/time-zones.ts";
import { lighthouse } from "./lighthouse.ts";
import { median, type Line } from "./result-line.ts";

/** How the public pages feel on a small phone: what they load, how soon they show, how soon they answer. */

const MOST_SCRIPT_KB = 110;
const MOST_INP_MS = 50;
const ROUNDS = 7;

/** Lighthouse's slow 4G, held to by the browser for each request. The processor is left as it is. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER_CPU = 4;

const PAGES = {
  Home: "/",
  Animals: "/animals",
  Tickets: "/tickets",
  About: "/about",
  Contact: "/contact",
  "Find a booking": "/tickets/find",
  Privacy: "/privacy",
  Terms: "/terms",
  "For developers": "/api/docs",
};
/** The only page that loads no script. */
const WITHOUT_SCRIPT = PAGES["For developers"];

/** Opens a zoo with the demo animals and looks at it with Chromium. Answers a line for each bar. */
export async function browser(): Promise<Line[]> {
  const chrome = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const folder = mkdtempSync(join(tmpdir(), "zoo-browser-"));
  const { zoo, server } = await openZoo(folder, {});
  try {
    const lines = [];
    for (const [name, path] of Object.entries(PAGES)) {
      lines.push(...(await weighed(chrome, name, zoo.url + path)));
    }
    const animal = `/animals/${await newestAnimal(zoo.url)}`;
    lines.push(await largestPaint(chrome, "Home", zoo.url, 1_200));
    lines.push(await largestPaint(chrome, "Animals", `${zoo.url}/animals`, 1_500));
    lines.push(await largestPaint(chrome, "An animal", zoo.url + animal, 1_500));
    lines.push(await answerTime(chrome, zoo.url));
    await chrome.close();
    const pages = { Home: "/", Animals: "/animals", "An animal": animal, Tickets: "/tickets" };
    for (const [name, path] of Object.entries(pages))
      lines.push(...lighthouse(name, zoo.url + path));
    return lines;
  } finally {
    await chrome.close();
    await close(server);
    rmSync(folder, { recursive: true });
  }
}

/** A window of a phone with nothing kept from before. */
async function phone<Found>(chrome: Browser, use: (page: Page) => Promise<Found>) {
  const context = await chrome.newContext(devices["Moto G4"]);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Script as it goes over the wire, and what moved of itself. */
const weighed = (chrome: Browser, name: string, url: string): Promise<Line[]> =>
  phone(chrome, async (page) => {
    let bytes = 0;
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize));
    });
    await page.goto(url, { waitUntil: "networkidle" });
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as any).value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    const kilobytes = bytes / 1_000;
    const hasScript = !url.endsWith(WITHOUT_SCRIPT);
    return [
      {
        name: `${name}: script`,
        figure: `${kilobytes.toFixed(1)} KB`,
        bar: hasScript ? `at most ${MOST_SCRIPT_KB} KB` : "none",
        ok: hasScript ? kilobytes > 0 && kilobytes <= MOST_SCRIPT_KB : bytes === 0,
      },
      { name: `${name}: layout shift`, figure: shift.toFixed(4), bar: "0", ok: shift === 0 },
    ];
  });

async function newestAnimal(url: string) {
  const { data } = await (await fetch(`${url}/api/v1/animal?limit=1`)).json();
  return String(data.items[0]._id);
}

async function largestPaint(
  chrome: Browser,
  name: string,
  url: string,
  most: number,
): Promise<Line> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ms = await phone(chrome, async (page) => {
      const wire = await page.context().newCDPSession(page);
      await wire.send("Network.enable");
      await wire.send("Network.emulateNetworkConditions", SLOW_4G);
      await page.goto(url, { waitUntil: "networkidle" });
      return page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => {
              resolve(list.getEntries().at(-1)?.startTime ?? NaN);
            }).observe({ type: "largest-contentful-paint", buffered: true }),
          ),
      );
    });
    times.push(ms);
  }
  const ms = median(times);
  return {
    name: `${name}: largest contentful paint on slow 4G`,
    figure: `${ms.toFixed(0)} ms`,
    bar: `at most ${most} ms`,
    ok: ms <= most,
  };
}

/**
 * How long a press or a key waits for its answer while a visit is booked, as the Event Timing API counts it: the
 * middle of each control's rounds, and of those the slowest. The worst of single presses would be the host's.
 */
async function answerTime(chrome: Browser, url: string): Promise<Line> {
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const longest = await phone(chrome, async (page) => {
      const wire = await page.context().newCDPSession(page);
      await wire.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
      await page.goto(`${url}/tickets`, { waitUntil: "networkidle" });
      await page.evaluate(watchAnswers);
      await fillIn(page);
      return page.evaluate(() => (window as any).longestAnswers() as [string, number][]);
    });
    for (const [control, ms] of longest) found.set(control, [...(found.get(control) ?? []), ms]);
  }
  const middles = [...found].map(([control, times]) => ({ control, ms: median(times) }));
  const slowest = middles.toSorted((a, b) => b.ms - a.ms)[0];
  const ms = slowest?.ms ?? NaN;
  return {
    name: "Booking form: interaction to next paint, CPU ÷ 4",
    figure: `${ms.toFixed(0)} ms, ${slowest?.control}`,
    bar: `under ${MOST_INP_MS} ms`,
    ok: ms < MOST_INP_MS,
  };
}

/** In the page. Answers shorter than 16 ms are not told, and count as that. */
function watchAnswers() {
  const longest = new Map<string, number>();
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEventTiming & { interactionId: number })[]) {
      const { target, duration, interactionId } = entry;
      if (!interactionId) continue;
      const control = (target as Element | null)?.closest("button, input, label, a");
      const name = control?.id || control?.getAttribute("aria-label") || control?.textContent || "";
      longest.set(name, Math.max(duration, longest.get(name) ?? 16));
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  (window as any).longestAnswers = () => {
    note(observer.takeRecords());
    return [...longest];
  };
}

/** In the middle of the screen, and without what Playwright else looks up in the page during the press. */
async function press(control: Locator) {
  await control.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await control.page().waitForTimeout(200);
  await control.click({ force: true });
}

async function fillIn(page: Page) {
  await page.getByLabel("Visit date").fill(zooDayIn(2));
  await page.waitForTimeout(400);
  await press(page.getByRole("radio", { name: /Evening/ }));
  for (const more of await page.getByRole("button", { name: /^One .* more$/ }).all()) {
    await press(more);
    await press(more);
  }
  await page.getByLabel("Name").pressSequentially("Asha Rao", { delay: 60 });
  await page.getByLabel("Email").pressSequentially("asha@example.org", { delay: 60 });
  await press(page.getByRole("radio", { name: /Cash/ }));
  await page.waitForTimeout(300);
  // The answer of the press itself: the page stays, because the booking is not sent on.
  await page.route("**/tickets*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await press(page.getByRole("button", { name: /^Book/ }).last());
  await page.waitForTimeout(500);
}
