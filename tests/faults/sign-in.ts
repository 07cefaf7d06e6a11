import Database from "better-sqlite3";
import { databaseOf } from "./bookings.ts";
import { figureOf, inParallel, METRICS_TOKEN, middle, percentile, timed } from "./figures.ts";
import { end, openSite, withFolder } from "./site.ts";

const OWNER = { email: "owner@zoo.test", password: "correct-horse-9" };
const AS_OWNER = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
/** Few enough that nobody is told that too many are signing in. */
const AT_ONCE = 16;

async function signIn(url: string, credentials: object, headers: Record<string, string> = {}) {
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(credentials),
  });
  const body = await response.text();
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  const ms = performance.now() - began;
  return { status: response.status, body, cookie: cookie.join("; "), ms };
}

/** E1: thousands of guesses at one account and one guess at many accounts, each from an address of its own. */
export const guessed = (thousands: number) =>
  withFolder(async (folder) => {
    const env = { ...AS_OWNER, RATE_LIMITS: "on", TRUST_PROXY: "1" };
    const site = await openSite(folder, env);
    const known = await signIn(site.url, OWNER, { "x-forwarded-for": "192.0.2.1" });
    const from = (at: number) => ({
      "x-forwarded-for": `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
    });
    let checked = 0;
    let odd = 0;
    await inParallel(AT_ONCE, thousands * 1_000, async (at) => {
      const { status } = await signIn(site.url, { ...OWNER, password: `guess ${at}` }, from(at));
      checked += Number(status === 401);
      odd += Number(status !== 401 && status !== 429);
    });
    const stranger = await signIn(site.url, OWNER, { "x-forwarded-for": "192.0.2.2" });
    const owner = await signIn(site.url, OWNER, { ...from(77), cookie: known.cookie });
    let sprayed = 0;
    await inParallel(AT_ONCE, thousands * 100, async (at) => {
      const guess = { email: `staff${at}@zoo.test`, password: "Password1" };
      const { status } = await signIn(site.url, guess, { "x-forwarded-for": "192.0.2.3" });
      sprayed += Number(status === 401);
    });
    await end(site, "SIGTERM");
    const open = await openSite(folder, { ...env, RATE_LIMITS: "off" });
    let control = 0;
    await inParallel(AT_ONCE, 120, async (at) => {
      const { status } = await signIn(open.url, { ...OWNER, password: `guess ${at}` }, from(at));
      control += Number(status === 401);
    });
    await end(open, "SIGTERM");
    const isHeld = checked <= 100 && sprayed <= 300 && odd === 0 && control > 100;
    return {
      passed: isHeld && owner.status === 200 && stranger.status === 429,
      figures: `${thousands},000 guesses at one account from as many addresses: ${checked} passwords looked at, ${odd} odd answers; ${thousands * 100} accounts from one address: ${sprayed} looked at; the owner from a known browser ${owner.status}, from a new one ${stranger.status}; without limits (control) ${control} of 120`,
    };
  });

/** So many connections guess, each time at another name and from another /64. */
const GUESSERS = 24;

/** E1b: an owner signs in on a known device, while the queue for passwords is full of strangers. */
export const lanes = (rounds: number) =>
  withFolder(async (folder) => {
    const env = { ...AS_OWNER, RATE_LIMITS: "on", TRUST_PROXY: "1" };
    const site = await openSite(folder, env);
    const home = { "x-forwarded-for": "2001:db8:1::1" };
    const known = await signIn(site.url, OWNER, home);
    let isOver = false;
    const statuses: Record<number, number> = {};
    const guesses = Array.from({ length: GUESSERS }, async (_, who) => {
      for (let at = 0; !isOver; at += 1) {
        const from = {
          "x-forwarded-for": `2001:db8:${(256 + who).toString(16)}:${at.toString(16)}::1`,
        };
        const guess = { email: `name${who}-${at}@zoo.test`, password: "Password1" };
        const { status } = await signIn(site.url, guess, from).catch(() => ({ status: 0 })); // hung up on
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    });
    const times: number[] = [];
    let refused = 0;
    for (let at = 0; at < rounds; at += 1) {
      const { status, ms } = await signIn(site.url, OWNER, { ...home, cookie: known.cookie });
      times.push(ms);
      refused += Number(status !== 200);
    }
    isOver = true;
    await Promise.all(guesses);
    await end(site, "SIGTERM");
    const quick = times.filter((ms) => ms < 1_000).length;
    return {
      passed: refused === 0 && quick === rounds,
      figures: `owner's sign-in on a known device under 1 s in ${quick} of ${rounds} while ${GUESSERS} connections guess (${middle(times).toFixed(0)} ms in the middle, ${Math.max(...times).toFixed(0)} ms at most, ${refused} refused; the guesses ${JSON.stringify(statuses)})`,
    };
  });

/** E2: an account that is there, one that is not and one that is disabled take equally long, and are answered alike. */
export const enumerated = (blocks: number) =>
  withFolder(async (folder) => {
    await end(await openSite(folder, AS_OWNER), "SIGTERM");
    const database = new Database(databaseOf(folder));
    database.exec(
      `INSERT INTO admins (id, name, email, password_hash, role, active, created_at, updated_at)
       SELECT 'gone', name, 'gone@zoo.test', password_hash, 'admin', 0, created_at, updated_at FROM admins`,
    );
    database.close();
    const site = await openSite(folder, AS_OWNER);
    const emails = [OWNER.email, "nobody@zoo.test", "gone@zoo.test"];
    const times: number[][] = [[], [], []];
    const bodies = new Set<string>();
    for (let pair = 0; pair < blocks * 20; pair += 1) {
      for (let turn = 0; turn < 3; turn += 1) {
        const who = (pair + turn) % 3; // nobody always comes first
        const { body, ms } = await signIn(site.url, {
          email: emails[who],
          password: "wrong horse 9",
        });
        bodies.add(body);
        times[who]?.push(ms);
      }
    }
    await end(site, "SIGTERM");
    const [known = [], unknown = [], disabled = []] = times;
    const apart = [unknown, disabled].map((others) => middle(others) / middle(known) - 1);
    const chances = [unknown, disabled].map((others) => sameRank(known, others));
    const control = sameRank(
      known,
      known.map((ms) => ms * 1.2),
    );
    const isAlike =
      apart.every((share) => Math.abs(share) < 0.05) && chances.every((p) => p > 0.01);
    const percent = apart.map((share) => `${(share * 100).toFixed(1)} %`);
    return {
      passed: isAlike && bodies.size === 1 && control < 0.01,
      figures: `${known.length} of each: ${middle(known).toFixed(1)} ms in the middle, unknown ${percent[0]} and disabled ${percent[1]} apart, p ${chances.map((p) => p.toFixed(3)).join(" and ")}, ${bodies.size} kind of answer; a fifth longer (control) p ${control.toExponential(1)}`,
    };
  });

/** The chance that two samples come from one and the same (Mann and Whitney, two-sided). */
function sameRank(a: number[], b: number[]) {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  const [n, m] = [a.length, b.length];
  const z = Math.abs(wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // The tail of the normal distribution (Abramowitz and Stegun 26.2.17).
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, (2 * Math.exp((-z * z) / 2) * series) / Math.sqrt(2 * Math.PI));
}

/** E3: fifty sign in at a time, again and again; visitors look at animals meanwhile. */
export const stormed = (seconds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, { ...AS_OWNER, METRICS_TOKEN, DEMO_DATA: "catalogue" });
    for (let at = 0; at < 50; at += 1) await timed(`${site.url}/animals`);
    const before = await figureOf(site, "process_resident_memory_bytes");
    const until = Date.now() + seconds * 1_000;
    const statuses: Record<number, number> = {};
    const waits: number[] = [];
    let most = before;
    const storm = Array.from({ length: 50 }, async (_, at) => {
      while (Date.now() < until) {
        const { status } = await signIn(site.url, { ...OWNER, password: `guess ${at}` });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    });
    while (Date.now() < until) {
      waits.push((await timed(`${site.url}/animals`)) ?? Infinity);
      if (waits.length % 20 === 0)
        most = Math.max(most, await figureOf(site, "process_resident_memory_bytes"));
    }
    await Promise.all(storm);
    await end(site, "SIGTERM");
    const added = Math.round((most - before) / 2 ** 20);
    const isExpected = Object.keys(statuses).every((status) => /401|503/.test(status));
    return {
      passed: added <= 150 && percentile(waits, 99) < 150 && isExpected,
      figures: `${seconds} s of 50 at a time: ${JSON.stringify(statuses)}, ${added} MB more, /animals meanwhile ${middle(waits).toFixed(0)} ms in the middle and ${percentile(waits, 99).toFixed(0)} ms at 99 of 100 of ${waits.length}`,
    };
  });
