import { setTimeout as sleep } from "node:timers/promises";
import { bookOnce } from "./bookings.ts";
import { figureOf, METRICS_TOKEN, middle, percentile, timed } from "./figures.ts";
import { end, openSite, withFolder } from "./site.ts";

const PAGES = ["/", "/animals", "/tickets", "/api/v1/animal", "/api/v1/order/availability"];
const MB = 2 ** 20;

/** Visitors at a pace, whatever the answers: one look after another, each twentieth a booking. */
function visitors(url: string, perSecond: number) {
  const waits: number[] = [];
  const running = new Set<Promise<void>>();
  let at = 0;
  let failed = 0;
  const visit = async () => {
    at += 1;
    const began = performance.now();
    const ok =
      at % 20 === 0
        ? (await bookOnce(url)).status === 201
        : (await timed(url + (PAGES[at % PAGES.length] ?? "/"))) !== undefined;
    failed += Number(!ok);
    waits.push(performance.now() - began);
  };
  const timer = setInterval(() => {
    const one = visit().finally(() => running.delete(one));
    running.add(one);
  }, 1_000 / perSecond);
  return {
    /** The waits since this was last asked. */
    take: () => waits.splice(0),
    failed: () => failed,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** G12: an ordinary day, at a pace that the machine can hold, for so many minutes. */
export const soaked = (minutes: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, { METRICS_TOKEN, DEMO_DATA: "catalogue" });
    const load = visitors(site.url, 60);
    const memory: number[] = [];
    const handles: number[] = [];
    const slowest: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const used: number[] = [];
      for (let part = 0; part < 12; part += 1) {
        await sleep(5_000);
        used.push((await figureOf(site, "process_resident_memory_bytes")) / MB);
      }
      memory.push(middle(used)); // what is there at one moment depends on when rubbish was last collected
      handles.push(await figureOf(site, "process_open_fds"));
      slowest.push(percentile(load.take(), 99));
    }
    await load.stop();
    await end(site, "SIGTERM");
    const [, second = NaN] = memory;
    const growth = (memory.at(-1) ?? NaN) / second;
    const slower = (slowest.at(-1) ?? NaN) / (slowest[1] ?? NaN);
    const moreHandles = (handles.at(-1) ?? NaN) - (handles[1] ?? NaN);
    return {
      passed: growth <= 1.1 && moreHandles <= 5 && slower <= 1.2 && load.failed() === 0,
      figures: `${minutes} minutes at 60 a second: memory ${memory.map(Math.round).join("/")} MB (last to second ${growth.toFixed(2)}), handles ${handles.join("/")}, 99 of 100 within ${slowest.map(Math.round).join("/")} ms, ${load.failed()} failed`,
    };
  });

/** G14: ten times as many at a time as the site is fastest with. */
export const overrun = (seconds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, { DEMO_DATA: "catalogue" });
    await rush(site.url, 16, 3);
    const peak = await rush(site.url, 16, Math.min(10, seconds));
    const over = await rush(site.url, 160, seconds);
    const relief = Date.now();
    let calm = 0;
    while (calm < 5 && Date.now() - relief < 10_000) {
      const ms = (await timed(`${site.url}/animals`)) ?? Infinity;
      calm = ms < 100 ? calm + 1 : 0;
    }
    const recovered = Date.now() - relief;
    const booked = (await bookOnce(site.url)).status;
    await end(site, "SIGTERM");
    const share = over.perSecond / peak.perSecond;
    return {
      passed: share >= 0.8 && over.odd === 0 && recovered < 5_000 && booked === 201,
      figures: `${peak.perSecond.toFixed(0)} pages a second for 16 at a time, ${over.perSecond.toFixed(0)} for 160 (${(share * 100).toFixed(0)} %), ${over.refused} told to come back and ${over.odd} otherwise, 99 of 100 within ${over.p99.toFixed(0)} ms; as before ${recovered} ms after, booking ${booked}`,
    };
  });

async function rush(url: string, atOnce: number, seconds: number) {
  const until = Date.now() + seconds * 1_000;
  const found = { good: 0, refused: 0, odd: 0 };
  const waits: number[] = [];
  const looking = Array.from({ length: atOnce }, async () => {
    while (Date.now() < until) {
      const began = performance.now();
      const answer = await fetch(`${url}/animals`).catch(() => null);
      await answer?.arrayBuffer();
      waits.push(performance.now() - began);
      if (answer?.status === 200) found.good += 1;
      else if (answer?.status === 503 && answer.headers.has("retry-after")) found.refused += 1;
      else found.odd += 1;
    }
  });
  await Promise.all(looking);
  return { ...found, perSecond: found.good / seconds, p99: percentile(waits, 99) };
}
