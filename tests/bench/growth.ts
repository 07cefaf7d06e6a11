import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf } from "../support/auth/cookie.ts";
import { close, openZoo, type Zoo } from "../support/site/zoo.ts";
import { median, type Line } from "./result-line.ts";
import { LARGE, making, SMALL, zooOf } from "./data-sizes.ts";
import { workedMs } from "./process.ts";
import { screensOf, type Screen } from "./screens.ts";
import { OWNER } from "./servers.ts";
import { stalls } from "./stalls.ts";

/** Whether the site is as fast with a thousand times the orders. */

const ENV = { BACKUP_HOURS: "0", LOG_FORMAT: "json", DEMO_DATA: "none" };

const ROUNDS = 5;
const MOST_TIMES = 2;
const MOST_MS = 30;
const MOST_SEARCH_MS = 15;
/** The log's clock has tenths; below this a ratio says nothing about growth. */
const LEAST_MS = 3;

type Opened = Awaited<ReturnType<typeof signedIn>>;

/**
 * Makes both zoos, opens them side by side and asks every screen of both in turn. Prints a table; answers a
 * line for each bar.
 */
export async function growth(): Promise<Line[]> {
  const [few, many] = [zooOf(SMALL), zooOf(LARGE)];
  const folders = [few.folder, many.folder];
  return [making(many), ...(await sideBySide(folders)), await opening(folders)];
}

async function sideBySide(folders: string[]): Promise<Line[]> {
  const zoos = [];
  try {
    for (const each of folders) zoos.push(await openZoo(each, ENV));
    const [small, large] = await Promise.all(zoos.map(signedIn));
    if (!small || !large) throw new Error("Two zoos are needed");
    await Promise.all([untilRead(small), untilRead(large)]);
    for (const { server } of zoos) await untilIdle(server.pid);
    return [...(await compare(small, large)), ...(await stalls(large))];
  } finally {
    await Promise.all(zoos.map(({ server }) => close(server)));
  }
}

async function signedIn({ zoo, server }: { zoo: Zoo; server: ChildProcess }) {
  const cookie = await cookieOf(zoo.url, OWNER);

  /** How long the server's thread worked for it; where no system tells, how long its log says it took. */
  async function ask(path: string): Promise<{ ms: number; text: string }> {
    const before = workedMs(server.pid);
    const response = await fetch(zoo.url + path, { headers: { cookie }, redirect: "manual" });
    const text = await response.text();
    const to = response.headers.get("location");
    if (to && !to.startsWith("/login"))
      return ask(new URL(to, zoo.url + path).href.slice(zoo.url.length));
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    const ms = await logged(zoo, response.headers.get("x-request-id") ?? "");
    if (before === undefined) return { ms, text };
    await sleep(2); // it goes to sleep, and its time is written down
    return { ms: (workedMs(server.pid) ?? NaN) - before, text };
  }
  return { url: zoo.url, cookie, ask };
}

async function logged({ output }: Zoo, requestId: string): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const [, line = ""] =
      new RegExp(`^(.*${requestId}.*)\n`, "m").exec(output().slice(-4_000)) ?? [];
    if (line) return JSON.parse(line).responseTime;
    await sleep(1);
  }
  throw new Error("The server logged no time");
}

/** The chain of the audit is read once, beside what is measured otherwise. */
async function untilRead({ ask }: Opened) {
  while ((await ask("/admin/dashboard/audit")).text.includes("is being checked")) await sleep(500);
}

/** What a start leaves for later has its own time. */
async function untilIdle(pid: number | undefined) {
  for (let before = workedMs(pid), busy = true; busy;) {
    await sleep(before === undefined ? 60_000 : 1_000);
    const now = workedMs(pid);
    busy = (now ?? 0) - (before ?? 0) > 50;
    before = now;
  }
}

async function compare(small: Opened, large: Opened): Promise<Line[]> {
  const [few, many] = [await screensOf(small.ask), await screensOf(large.ask)];
  const times = many.map(() => ({ few: [] as number[], many: [] as number[] }));
  for (let round = -1; round < ROUNDS; round += 1) {
    // To and fro: as the rounds make the same garbage, its collection would fall on the same screen in most of them.
    const turns = [...times.entries()];
    for (const [at, time] of round % 2 === 0 ? turns : turns.toReversed()) {
      const less = await small.ask(few[at]!.path);
      const more = await large.ask(many[at]!.path);
      if (round < 0) continue; // the first time is for getting warm
      time.few.push(less.ms);
      time.many.push(more.ms);
    }
  }
  console.log(row("screen", "1,000", "1,000,000", "ratio", ""));
  return many.map((screen, at) => judged(screen, times[at]!));
}

function judged({ name, isSearch }: Screen, times: { few: number[]; many: number[] }): Line {
  const [few, many] = [median(times.few), median(times.many)];
  const ratio = Math.max(many, LEAST_MS) / Math.max(few, LEAST_MS);
  const most = isSearch ? MOST_SEARCH_MS : MOST_MS;
  const ok = ratio <= MOST_TIMES && many <= most;
  console.log(row(name, few.toFixed(1), many.toFixed(1), ratio.toFixed(2), ok ? "" : "MISSES"));
  return {
    name: `${name}, 1,000,000 orders`,
    figure: `${many.toFixed(1)} ms, ${ratio.toFixed(2)} times 1,000 orders`,
    bar: `at most ${most} ms and ${MOST_TIMES} times`,
    ok,
  };
}

/** From the start of a process to its first page, in turn. */
async function opening(folders: string[]): Promise<Line> {
  const times = folders.map(() => [] as number[]);
  for (let round = 0; round < 5; round += 1) {
    for (const [at, folder] of folders.entries()) {
      const { server, zoo } = await openZoo(folder, ENV);
      times[at]!.push(zoo.openAfterMs);
      await close(server);
    }
  }
  const [small = 0, large = 0] = times.map(median);
  console.log(row("First page after a start", small.toFixed(0), large.toFixed(0), "", ""));
  return {
    name: "First page after a start, 1,000,000 orders",
    figure: `${large.toFixed(0)} ms, with 1,000 orders ${small.toFixed(0)} ms`,
    bar: "at most 50 ms more",
    ok: large - small <= 50,
  };
}

const row = (name: string, ...rest: string[]) =>
  name.padEnd(36) + rest.map((each) => each.padStart(11)).join("");
