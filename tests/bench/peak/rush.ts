import { once } from "node:events";
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { percentile } from "../../faults/figures.ts";
import { inconsistenciesIn } from "../../faults/payments/judge.ts";
import { withFolder } from "../../faults/site.ts";
import { atLeast, atMost, type Line } from "../result-line.ts";
import { makeRoom, ours, stop, type Server } from "../servers.ts";
import { openOutside, subscribe } from "./settings.ts";

/** All of them within ten minutes, evenly. */
const PEOPLE_A_SECOND = 20_000 / 600;
const MOST_MS = 250;
const DAYS = 10;
const SLOTS = ["morning", "afternoon", "evening"];
const DAY_MS = 86_400_000;

type Answer = { status: number | "cut"; headers: IncomingHttpHeaders };
type Met = { waits: number[]; booked: number; full: number; refused: number; odd: string[] };

/**
 * So many people who look at the home page and the tickets, twice at what is free, book, and open their order. There
 * are places for about two thirds of them. They come through a proxy, each from an address of their own.
 */
export const rush = (people: number): Promise<Line[]> =>
  withFolder(async (folder) => {
    const capacity = Math.ceil((people * 2 * (2 / 3)) / (DAYS * SLOTS.length));
    await makeRoom(folder, capacity);
    const outside = await openOutside();
    const env = { ...outside.env, RATE_LIMITS: "on", TRUST_PROXY: "1" };
    const zoo = await ours(folder, env);
    try {
      const sends = await subscribe(zoo, outside.receiverUrl);
      const met = await letIn(zoo, people);
      zoo.process.kill("SIGTERM");
      await once(zoo.process, "exit");
      const problems = inconsistenciesIn(join(folder, "zoo.db"));
      if (problems.length + met.odd.length > 0)
        throw new Error([...problems, ...met.odd.slice(0, 5)].join("; "));
      const name = `a rush of ${people.toLocaleString("en")}${sends}`;
      const told = ` (${met.booked} booked, ${met.full} found their slot full)`;
      return [
        atMost(`${name}: p99`, percentile(met.waits, 99), MOST_MS, "ms"),
        atMost(`${name}: refused for load`, met.refused, 0, ""),
        atMost(`${name}: places beyond capacity`, oversold(folder, capacity), 0, ""),
        atLeast(`${name}: booked of those who came`, met.booked / people, 0.5, told),
      ];
    } finally {
      await stop(zoo);
      await outside.close();
    }
  });

/** Each comes when it is their turn, however long the others wait. */
async function letIn(zoo: Server, people: number) {
  const agent = new Agent({ keepAlive: true });
  const met: Met = { waits: [], booked: 0, full: 0, refused: 0, odd: [] };
  const inside: Promise<void>[] = [];
  const began = performance.now();
  for (let came = 0; came < people; await sleep(3)) {
    const due = ((performance.now() - began) / 1_000) * PEOPLE_A_SECOND;
    for (; came < Math.min(due, people); came += 1) inside.push(visit(zoo, came, agent, met));
  }
  await Promise.all(inside);
  agent.destroy();
  return met;
}

async function visit({ url }: Server, nth: number, agent: Agent, met: Met) {
  const from = `11.${(nth >> 8) & 255}.${nth & 255}.7`;
  const ask = async (path: string, body?: URLSearchParams) => {
    const began = performance.now();
    const answer = await send(url + path, from, agent, body);
    met.waits.push(performance.now() - began);
    if (answer.status === 429 || answer.status === 503 || answer.status === "cut") met.refused += 1;
    return answer;
  };
  for (const path of ["/", "/tickets", FREE, FREE]) {
    const { status } = await ask(path);
    if (status !== 200) return void met.odd.push(`${path}: ${status}`);
  }
  const booking = await ask("/tickets", formOf(nth));
  if (booking.status === 409) return void (met.full += 1);
  if (booking.status !== 302) return void met.odd.push(`a booking: ${booking.status}`);
  met.booked += 1;
  const { pathname, search } = new URL(booking.headers.location ?? "/", url);
  const { status } = await ask(pathname + search);
  if (status !== 200) met.odd.push(`the order's page: ${status}`);
}

const FREE = "/api/v1/order/availability?people=2";

/** Two adults; the nearer days are wanted more. */
function formOf(nth: number) {
  const day = 2 + Math.floor(DAYS * ((nth * 0.618) % 1) ** 1.5);
  return new URLSearchParams({
    intent: "book",
    key: `rush-${nth}-${process.pid}`,
    date: new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10),
    slot: SLOTS[nth % SLOTS.length] ?? "",
    adult: "2",
    name: "Asha Rao",
    email: `rush${nth}@example.org`,
    phone: "9876543210",
    paymentMethod: "upi",
  });
}

const send = (address: string, from: string, agent: Agent, body?: URLSearchParams) =>
  new Promise<Answer>((resolve) => {
    const sent = request(address, {
      agent,
      method: body ? "POST" : "GET",
      headers: {
        "accept-encoding": "gzip, deflate, br, zstd",
        "x-forwarded-for": from,
        ...(body && { "content-type": "application/x-www-form-urlencoded" }),
      },
    });
    sent.on("error", () => resolve({ status: "cut", headers: {} }));
    sent.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      text(response).then(
        () => resolve({ status: statusCode, headers }),
        () => resolve({ status: "cut", headers }),
      );
    });
    sent.end(body?.toString());
  });

/** Places that were given away and are not there. */
function oversold(folder: string, capacity: number) {
  const database = new Database(join(folder, "zoo.db"), { readonly: true });
  const places = database
    .prepare(
      `SELECT coalesce(sum(max(0, places - ?)), 0) FROM (
         SELECT sum(ticket_count) AS places FROM orders WHERE status IN ('pending', 'paid')
         GROUP BY visit_date, visit_slot)`,
    )
    .pluck()
    .get(capacity) as number;
  database.close();
  return places;
}
