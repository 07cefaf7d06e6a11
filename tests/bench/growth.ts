import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { close, openZoo, type Zoo } from "../support/zoo.ts";
import { median, type Line } from "./line.ts";
import { makeZoo } from "./many.ts";
import { screensOf, type Screen } from "./screens.ts";
import { OWNER } from "./servers.ts";

/** Whether the site is as fast with a thousand times the orders. */

const SMALL = { orders: 1_000, animals: 100, messages: 1_000 };
const LARGE = { orders: 1_000_000, animals: 10_000, messages: 100_000 };
const ENV = { BACKUP_HOURS: "0", LOG_FORMAT: "json", DEMO_DATA: "none" };

const ROUNDS = 5;
const MOST_TIMES = 2;
const MOST_MS = 30;
const MOST_SEARCH_MS = 15;
const MOST_STALL_MS = 20;
/** The log's clock has tenths; below this a ratio says nothing about growth. */
const LEAST_MS = 3;

type Opened = Awaited<ReturnType<typeof signedIn>>;

/**
 * Makes both zoos, opens them side by side and asks every screen of both in turn. `ZOO_BENCH` names a
 * folder in which they are kept for another time. Prints a table; answers a line for each bar.
 */
export async function growth(): Promise<Line[]> {
  const kept = process.env.ZOO_BENCH;
  const folder = kept ?? mkdtempSync(join(tmpdir(), "zoo-growth-"));
  const folders = [made(folder, SMALL), made(folder, LARGE)];
  const lines: Line[] = [];
  const zoos = [];
  try {
    for (const each of folders) zoos.push(await openZoo(each, ENV));
    const [small, large] = await Promise.all(zoos.map(signedIn));
    if (!small || !large) throw new Error("Two zoos are needed");
    await Promise.all([untilRead(small), untilRead(large)]);
    for (const { server } of zoos) await untilIdle(server.pid);
    lines.push(...(await compare(small, large)));
    lines.push(...(await stalls(large)));
  } finally {
    await Promise.all(zoos.map(({ server }) => close(server)));
  }
  lines.push(await opening(folders));
  if (!kept) rmSync(folder, { recursive: true });
  return lines;
}

function made(folder: string, sizes: typeof SMALL) {
  const path = join(folder, String(sizes.orders));
  if (!existsSync(join(path, "made"))) {
    makeZoo(path, sizes);
    writeFileSync(join(path, "made"), "");
  }
  return path;
}

async function signedIn({ zoo, server }: { zoo: Zoo; server: ChildProcess }) {
  const answer = await fetch(`${zoo.url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

  /** How long the server's thread worked for it; where no system tells, how long its log says it took. */
  async function ask(path: string) {
    const before = workedMs(server.pid);
    const response = await fetch(zoo.url + path, { headers: { cookie }, redirect: "manual" });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    const ms = await logged(zoo, response.headers.get("x-request-id") ?? "");
    if (before === undefined) return { ms, text };
    await sleep(2); // it goes to sleep, and its time is written down
    return { ms: (workedMs(server.pid) ?? NaN) - before, text };
  }
  return { url: zoo.url, cookie, ask };
}

/** By the clock of Linux, which leaves out what else the machine is doing. */
function workedMs(pid: number | undefined) {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : undefined;
}

async function logged({ output }: Zoo, requestId: string): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const [, line = ""] =
      new RegExp(`^(.*${requestId}.*)\n`, "m").exec(output().slice(-4_000)) ?? [];
    if (line) return JSON.parse(line).ms;
    await sleep(1);
  }
  throw new Error("The server logged no time");
}

/** The chain of the audit is read once, beside what is measured otherwise. */
async function untilRead({ ask }: Opened) {
  while ((await ask("/admin/dashboard/audit")).text.includes("is being read")) await sleep(500);
}

/** What a start leaves for later has its own time. */
async function untilIdle(pid: number | undefined) {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return sleep(60_000);
  const ticks = () => {
    const fields = readFileSync(stat, "utf8").split(" ");
    return Number(fields[13]) + Number(fields[14]);
  };
  for (let before = ticks(), busy = true; busy;) {
    await sleep(1_000);
    busy = ticks() - before > 5;
    before = ticks();
  }
}

async function compare(small: Opened, large: Opened): Promise<Line[]> {
  const [few, many] = [await screensOf(small.ask), await screensOf(large.ask)];
  const times = many.map(() => ({ few: [] as number[], many: [] as number[] }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, time] of times.entries()) {
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

const WHOLE = {
  "The table of all orders": "/admin/dashboard/reports/orders.csv",
  "The report of all orders": "/admin/dashboard/reports",
  "The audit, read from its start": "/admin/dashboard/audit?check=again",
};

/** How much longer another request takes at worst while one goes through everything. */
async function stalls({ url, cookie }: Opened): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(WHOLE)) {
    const beyond: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const whole = async () => {
        const until = Date.now() + 2_000; // a quick answer is asked for again
        do {
          const { body } = await fetch(url + path, { headers: { cookie } });
          await body?.pipeTo(new WritableStream());
        } while (Date.now() < until);
      };
      const quiet = await longest(url, () => sleep(2_000));
      beyond.push((await longest(url, whole)) - quiet);
    }
    const ms = Math.min(...beyond); // what stalls does it every time; a busy machine does so now and then
    console.log(row(name, "", ms.toFixed(1), "", "stalls others by ms"));
    lines.push({
      name: `${name} stalls no other request`,
      figure: `${ms.toFixed(1)} ms`,
      bar: `at most ${MOST_STALL_MS} ms`,
      ok: ms <= MOST_STALL_MS,
    });
  }
  return lines;
}

/** The longest of small requests that are sent every 5 ms while something goes on, from another thread. */
async function longest(url: string, during: () => Promise<unknown>): Promise<number> {
  const worker = new Worker(new URL("./pinger.ts", import.meta.url), { workerData: url });
  await once(worker, "message"); // it is warm
  await during();
  worker.postMessage("enough");
  const [ms] = await once(worker, "message");
  return ms;
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
