import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request, talk, type Shape } from "../support/site/wire.ts";
import { hostileRequests } from "./abuse-requests.ts";
import { visitsOf } from "./abuse-visits.ts";
import { median, type Line } from "./result-line.ts";
import { restedMs } from "./process.ts";
import { ours, OWNER, stock, stop, type Server } from "./servers.ts";

const MOST_MS = 50;
const ROUNDS = 5;
/** How long a request that is not whole is left open. */
const PATIENCE_MS = 100;

type Open = (folder: string) => Promise<Server>;
/** Kinds of requests to a server; those of two rounds differ in what could be kept. */
type Asked = (server: Server) => Promise<(nth: number) => Shape[]>;
type Cost = { name: string; ms: number; faults: number };

/**
 * What one request without a login can make the server work, whatever it contains: each of many that mean ill
 * is sent by itself a few times, and the processor's time of the whole process is read.
 */
export async function hostile(): Promise<Line[]> {
  const strangers = async () => hostileRequests;
  const visitors = async (server: Server) => {
    const visits = await visitsOf(server);
    return () => visits;
  };
  const own = await costsOn(ours, strangers);
  const signIn = dearestOf(await costsOn(ours, async () => signIns)).ms.toFixed(1);
  const excepted = `; sign-in, whose hash is meant to cost, ${signIn} ms`;
  return [
    dearest("the dearest request of a stranger", own, await costsOn(stock, strangers), excepted),
    dearest(
      "the dearest request of who booked 30 tickets",
      await costsOn(ours, visitors),
      await costsOn(stock, visitors),
    ),
    failures(own),
  ];
}

function dearest(name: string, own: Cost[], control: Cost[], more = ""): Line {
  const [most, theirs] = [dearestOf(own), dearestOf(control)];
  const stocks = `stock ${theirs.ms.toFixed(1)} ms: ${theirs.name}`;
  return {
    name,
    figure: `${most.ms.toFixed(1)} ms of CPU: ${most.name} (${stocks}${more})`,
    bar: `≤ ${MOST_MS} ms`,
    ok: most.ms <= MOST_MS,
  };
}

function failures(costs: Cost[]): Line {
  const faults = costs.filter((cost) => cost.faults > 0).map((cost) => cost.name);
  return {
    name: "hostile requests that were answered with 5xx",
    figure: [`${faults.length} of ${costs.length} kinds`, ...faults].join("; "),
    bar: "0",
    ok: faults.length === 0,
  };
}

const dearestOf = (costs: Cost[]) =>
  costs.reduce((most, cost) => (cost.ms > most.ms ? cost : most), {
    name: "none",
    ms: 0,
    faults: 0,
  });

/** Every kind once to get warm, and then in rounds, so that a moment's unrest falls on one time of each. */
async function costsOn(open: Open, asked: Asked) {
  const folder = await mkdtemp(join(tmpdir(), "zoo-hostile-"));
  const server = await open(folder);
  const found = new Map<string, { times: number[]; faults: number }>();
  try {
    const shapesOf = await asked(server);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const shape of shapesOf(round)) {
        const cost = found.get(shape.name) ?? { times: [], faults: 0 };
        found.set(shape.name, cost);
        const { ms, statuses } = await costOf(server, shape);
        if (round > 0) cost.times.push(ms);
        cost.faults += statuses.filter((status) => status >= 500).length;
      }
    }
    return [...found].map(([name, { times, faults }]) => ({ name, ms: median(times), faults }));
  } finally {
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  }
}

async function costOf({ url, pid }: Server, { bytes }: Shape) {
  const before = await restedMs(pid);
  const statuses = await talk({ url }, bytes, PATIENCE_MS);
  return { ms: (await restedMs(pid)) - before, statuses };
}

/** Excepted: guessing a password has to cost, and how often one may try has limits of its own. */
function signIns(nth: number): Shape[] {
  const json = JSON.stringify({ email: OWNER.email, password: `wrong-${nth}` });
  const form = `email=${encodeURIComponent(OWNER.email)}&password=wrong-${nth}`;
  const type = "application/x-www-form-urlencoded";
  return [
    {
      name: "API",
      bytes: request("POST /api/v1/admin/login", json, { type: "application/json" }),
    },
    { name: "form", bytes: request("POST /login", form, { type }) },
  ];
}
