import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type Request,
} from "playwright/test";
import { LRUCache } from "lru-cache";
import { pinnedNode, ROOT, SERVER_FLAGS } from "../../../scripts/bootstrap.mjs";
import { freePort } from "../free-port.ts";
import { runsScripts } from "./accessible.ts";

export { expect };

const QUICK_SCRYPT = new URL("quick-scrypt.mjs", import.meta.url).href;
/** With it a start takes 0.6 instead of 0.8 s of CPU time. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compile") };
const OWNER = { email: "owner@zoo.test", password: "correct-horse-9" };

/**
 * Requests that the browser gave up by itself: to follow another link, to keep a download, or to
 * run no script. What a security policy forbids comes as a line on the console as well.
 */
const CHOSEN = ["net::ERR_ABORTED", "csp"];

/** Nothing to wait for without script. */
export async function untilScriptsRun(page: Page) {
  if (await runsScripts(page)) await untilHydrated(page).catch(() => {});
}

/** For a document that the page itself has loaded, whose scripts may still be on their way. */
export const untilHydrated = (page: Page) => page.waitForFunction(isHydrated, null, HYDRATION);

type Env = Record<string, string>;
export type Zoo = {
  url: string;
  owner: { email: string; password: string };
  dataDir: string;
  /** Of its process. */
  pid: number;
  /** The settings beyond those that every test has. */
  env: Env;
  /** What the server has printed so far. */
  output: () => string;
  /** From the start of its process to its first page. */
  openAfterMs: number;
};
type PerWorker = { openZoos: LRUCache<string, ReturnType<typeof openZoo>, Env> };
type PerTest = {
  zooEnv: Env;
  zoo: Zoo;
  /** Names a complaint of the browser that this test brings about on purpose. */
  allow: (...issues: RegExp[]) => void;
  allowed: RegExp[];
};

/** Where scripts are held back or out of reach, a test goes on without them. */
const HYDRATION = { timeout: 8_000 };

/** In the page. */
function isHydrated() {
  if (!document.querySelector("script[type=module]")) return true;
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  return !!key && (document as any)[key].stateNode.current.memoizedState.isDehydrated === false;
}

export const test = base.extend<PerTest, PerWorker>({
  // A worker keeps its browser, which takes longer to start than many a test, and opens a zoo for each file.
  openZoos: [
    async ({}, use) => {
      const closed: Promise<void>[] = [];
      const zoos: PerWorker["openZoos"] = new LRUCache({
        max: 1,
        memoMethod: async (_key, _old, { context: zooEnv }) =>
          openZoo(await mkdtemp(join(tmpdir(), "zoo-e2e-")), { ...COMPILE_CACHE, ...zooEnv }),
        dispose: (zoo) => closed.push(zoo.then(closeAndDelete)),
      });
      await use(zoos);
      zoos.clear();
      await Promise.all(closed);
    },
    { scope: "worker" },
  ],

  zooEnv: [{}, { option: true }],

  zoo: async ({ openZoos, zooEnv }, use, { file }) => {
    const key = file + JSON.stringify(zooEnv);
    await use((await openZoos.memo(key, { context: zooEnv })).zoo);
  },

  baseURL: async ({ zoo }, use) => use(zoo.url),

  allowed: async ({}, use) => use([]),
  allow: async ({ allowed }, use) => use((...issues) => void allowed.push(...issues)),

  page: async ({ page }, use) => use(waitingForScripts(page)),

  // The context and not the page, so that what a page opens in another tab is watched too.
  context: async ({ context, zoo, allowed, javaScriptEnabled }, use, testInfo) => {
    const shifts: string[] = [];
    if (javaScriptEnabled !== false) await watchLayout(context, shifts);
    const issues = listen(context, zoo.url);

    await use(context);

    for (const page of context.pages()) await page.evaluate("zooShiftsSoFar?.()").catch(() => {});
    const unexpected = [...issues(), ...shifts].filter(
      (line) => !allowed.some((known) => known.test(line)),
    );
    if (unexpected.length > 0 || testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach("server", { body: zoo.output(), contentType: "text/plain" });
    }
    expect(unexpected, "issues of the browser").toEqual([]);
  },
});

/**
 * A page whose `goto` and `reload` end when its scripts have begun, which is after it has loaded. Who presses earlier has
 * tests of their own.
 */
export function waitingForScripts(page: Page) {
  const opened = async <R>(loaded: Promise<R>, waitUntil = "load") => {
    const response = await loaded;
    if (!/^(commit|domcontentloaded)$/.test(waitUntil)) await untilScriptsRun(page);
    return response;
  };
  const { goto, reload } = page;
  page.goto = (url, options) => opened(goto.call(page, url, options), options?.waitUntil);
  page.reload = (options) => opened(reload.call(page, options), options?.waitUntil);
  return page;
}

/** A second server on the files of the first, which it would be refused unless told. */
export async function anotherServer({ dataDir, env }: Zoo) {
  const { zoo, server } = await openZoo(dataDir, { ...env, ONE_WRITER: "off" });
  return { ...zoo, close: () => close(server) };
}

/** A server of its own on a folder, for tests that end it themselves. */
export async function openZoo(dataDir: string, zooEnv: Env) {
  const port = await freePort();
  const start = performance.now();
  const server = spawn(
    pinnedNode(),
    [...SERVER_FLAGS, "--import", QUICK_SCRYPT, "server/main.ts"],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO_DATA: "catalogue",
        OWNER_EMAIL: OWNER.email,
        OWNER_PASSWORD: OWNER.password,
        OWNER_NAME: "Asha Rao",
        RATE_LIMITS: "off",
        ...zooEnv,
      },
    },
  );
  let output = "";
  server.stdout.on("data", (text) => (output += text));
  server.stderr.on("data", (text) => (output += text));

  const url = `http://localhost:${port}`;
  await untilOpen(url, server, () => output);
  const openAfterMs = performance.now() - start;
  const pid = server.pid!;
  const zoo: Zoo = {
    url,
    owner: OWNER,
    dataDir,
    pid,
    env: zooEnv,
    output: () => output,
    openAfterMs,
  };
  return { zoo, server };
}

async function untilOpen(url: string, server: ChildProcess, output: () => string) {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(5)) {
    if (server.exitCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    if (await fetch(url).catch(() => null)) return;
  }
  server.kill("SIGKILL");
  throw new Error(`The server did not answer within 20 seconds:\n${output()}`);
}

export async function close(server: ChildProcess) {
  if (server.exitCode !== null) return;
  const impatience = setTimeout(() => server.kill("SIGKILL"), 10_000);
  server.kill("SIGTERM");
  await once(server, "close");
  clearTimeout(impatience);
}

async function closeAndDelete({ zoo, server }: Awaited<ReturnType<typeof openZoo>>) {
  await close(server);
  await rm(zoo.dataDir, { recursive: true, force: true });
}

/** Everything that goes wrong in the browser from now on, one line each. */
function listen(context: BrowserContext, site: string) {
  const issues: string[] = [];
  const notes: { text: string; url: string }[] = [];
  const refused = new Set<string>();

  // What fails to load is an error without a stack.
  context.on("weberror", (of) =>
    issues.push(`uncaught: ${of.error().stack || String(of.error())}`),
  );
  context.on("console", (message) => {
    if (message.type() === "error")
      notes.push({ text: message.text(), url: message.location().url });
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (!request.url().startsWith(site) || CHOSEN.includes(reason)) return;
    issues.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    const [status, url] = [response.status(), response.url()];
    if (status >= 500 && url.startsWith(site)) issues.push(`answered ${status}: ${url}`);
    if (status >= 400 && status < 500 && isAnswer(response.request())) refused.add(url);
  });

  // Chromium notes every 4xx on the console, so also a form that is shown again with its mistakes.
  const isRefusal = ({ text, url }: { text: string; url: string }) =>
    /^Failed to load resource: .* 4\d\d/.test(text) && refused.has(url.replace(/#.*/, ""));
  return () => [
    ...issues,
    ...notes.filter((note) => !isRefusal(note)).map(({ text, url }) => `console: ${text} (${url})`),
  ];
}

/** A document, or the data that Remix fetches in its place when JavaScript runs. */
function isAnswer(request: Request) {
  return request.isNavigationRequest() || new URL(request.url()).searchParams.has("_data");
}

/**
 * Reports what moves by itself. Browsers excuse what moves within half a second of a press; here the
 * same holds for what the press asked the server for, however slow the machine, and for a window that
 * is given another size or theme. The three fonts, which are optional, may each come after the first frame
 * of a document, and make its words wider or narrower; and once in a document, something small may move.
 */
async function watchLayout(context: BrowserContext, shifts: string[]) {
  await context.exposeFunction("zooShift", (shift: string) => shifts.push(shift));
  await context.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const SOON_MS = 3_000; // a busy machine takes two seconds to draw what has come
    const OTHER_FONT = 0.06; // where a line more or less moves all below it
    const fontsCame: number[] = [];
    let fontsToDraw = 3;
    const SMALL = 0.02; // a busy machine draws a font, or takes a toast away, when the next press was answered
    let hasMoved = false;
    document.fonts.addEventListener("loadingdone", () => void fontsCame.push(performance.now()));
    const redrawn: number[] = [];
    const redraw = () => void redrawn.push(performance.now());
    addEventListener("resize", redraw);
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", redraw);
    }
    const answered = () =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ initiatorType }) => initiatorType === "fetch")
        .map(({ responseEnd }) => responseEnd);
    const isAround = (at: number, causes: number[]) =>
      causes.some((cause) => at > cause - SOON_MS && at < cause + SOON_MS);
    const wasAskedFor = (at: number) => isAround(at, [...redrawn, ...answered()]);

    const report = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources, startTime } of entries as Shift[]) {
        if (value < 0.0005) continue; // less than a pixel of a line
        if (hadRecentInput || wasAskedFor(startTime)) continue;
        if (value < OTHER_FONT && isAround(startTime, fontsCame) && fontsToDraw > 0) {
          fontsToDraw -= 1;
          continue;
        }
        if (value < SMALL && !hasMoved) {
          hasMoved = true;
          continue;
        }
        const moved = sources
          .map(({ node }) => node?.textContent?.trim().replace(/\s+/g, " ").slice(0, 40))
          .join(" | ");
        const shift = `layout shift of ${value.toPrecision(2)} on ${location.pathname}: ${moved}`;
        (window as unknown as { zooShift(shift: string): void }).zooShift(shift);
      }
    };
    // A font may move words some time before it is reported to have come.
    const judge = async (entries: PerformanceEntryList) => {
      await document.fonts.ready;
      report(entries);
    };
    const observer = new PerformanceObserver((list) => void judge(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { zooShiftsSoFar: () => judge(observer.takeRecords()) });
  });
}
