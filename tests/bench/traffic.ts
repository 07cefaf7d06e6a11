import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cookieOf } from "../support/auth/cookie.ts";
import { atLeast, atMost, median, type Line } from "./result-line.ts";
import { openOutside, subscribe } from "./peak/settings.ts";
import { pocketBase } from "./pocketbase.ts";
import { residentMb } from "./process.ts";
import { bare, makeRoom, OWNER, ours, stock, stop, type Server } from "./servers.ts";
import { FORM_PAGES, get, mix, orders, PAGES, wrongForms } from "./workloads.ts";
import { load, type Ask, type Slice } from "./wrk.ts";

const SECONDS = 2;
/** Those that stock Remix is asked for, too. */
const STOCK_PAGES = ["/", "/animals"];

/** Who is asked what in each round. */
type Shot = { name: string; server: Server; asks: Ask[]; refused?: boolean; connections?: number };
type Results = Map<string, Slice[]>;

/**
 * The site under load beside its controls: all servers are up at once, each gets a slice of the load in
 * turn, and the order is reversed in every other round. A machine's speed changes within a minute, so what is compared
 * takes its turns side by side, and the median is of each round's ratio.
 */
export async function traffic(rounds: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "zoo-bench-"));
  const servers: Server[] = [];
  const outside = await openOutside();
  try {
    const start = async (name: string, open: (folder: string) => Promise<Server>) => {
      const own = join(folder, name);
      await mkdir(own);
      if (name !== "bare") await makeRoom(own);
      const server = await open(own);
      servers.push(server);
      return server;
    };
    const zoo = await start("zoo", (own) => ours(own, outside.env));
    const sends = await subscribe(zoo, outside.receiverUrl);
    const remix = await start("remix", (own) => stock(own, outside.env));
    const floor = await start("bare", bare);
    const animals = await list(zoo);
    await mkdir(join(folder, "peer"));
    const peer = await pocketBase(join(folder, "peer"), animals);
    if (peer) servers.push(peer);

    const [own, theirs] = [await signedIn(zoo), await signedIn(remix)];
    const peerShots = peer ? peersShots(peer) : { lists: [], orders: [] };
    const [ownShots, stockShots] = [uncached(zoo, own, "own"), uncached(remix, theirs, "stock")];
    // Before there are orders, of which each server would have as many as it is fast.
    const pages: Shot[] = [
      ...PAGES.flatMap((path) => [
        { name: `bare ${path}`, server: floor, asks: [get("/")] },
        { name: `page ${path}`, server: zoo, asks: [get(path)] },
        ...(STOCK_PAGES.includes(path)
          ? [{ name: `stock page ${path}`, server: remix, asks: [get(path)] }]
          : []),
      ]),
      ...ownShots.flatMap((shot, nth) => [shot, ...stockShots.slice(nth, nth + 1)]),
      ...peerShots.lists,
      { name: "list", server: zoo, asks: [get("/api/v1/animal")] },
      { name: "stock list", server: remix, asks: [get("/api/v1/animal")] },
    ];
    const bookings: Shot[] = [
      ...peerShots.orders,
      { name: "order", server: zoo, asks: orders },
      { name: "stock order", server: remix, asks: orders },
      { name: "order of 64", server: zoo, asks: orders, connections: 64 },
      { name: "mix", server: zoo, asks: mix },
      { name: "stock mix", server: remix, asks: mix },
    ];
    const results = [...(await rounded(pages, rounds)), ...(await rounded(bookings, rounds))];
    return lines(new Map(results), residentMb(zoo.pid), sends);
  } finally {
    await Promise.all(servers.map(stop));
    await outside.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function uncached(server: Server, { cookie, order }: Signed, whose: string): Shot[] {
  return [
    { name: `${whose} dashboard`, server, asks: [get("/admin/dashboard", { Cookie: cookie })] },
    { name: `${whose} wrong form`, server, asks: wrongForms, refused: true },
    { name: `${whose} order page`, server, asks: [get(order)] },
    { name: `${whose} home, signed in`, server, asks: [get("/", { Cookie: cookie })] },
  ];
}

function peersShots(server: Server) {
  const records = orders.map(({ body = "" }) => {
    const { contact, items, ...rest } = JSON.parse(body) as Record<string, object>;
    return {
      method: "POST",
      path: "/api/collections/orders/records",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...rest, contact, items, total: 50, status: "pending" }),
    };
  });
  const listed = "/api/collections/animals/records?page=1&perPage=12&sort=-created";
  return {
    lists: [{ name: "peer list", server, asks: [get(listed)] }],
    orders: [{ name: "peer order", server, asks: records }],
  };
}

/** Every shot once a round, to and fro. */
async function rounded(shots: Shot[], rounds: number): Promise<Results> {
  const results: Results = new Map();
  const add = (name: string, slice: Slice) =>
    results.set(name, [...(results.get(name) ?? []), slice]);
  for (let round = -1; round < rounds; round += 1) {
    const inTurn = round % 2 === 0 ? shots : shots.toReversed();
    for (const { name, server, asks, refused, connections } of inTurn) {
      const seconds = round < 0 ? 1 : SECONDS; // the first round only warms up
      const { url, pid } = server;
      const slice = await load({ url, pid, asks, seconds, refused, connections });
      if (round >= 0) add(name, slice);
    }
  }
  return results;
}

function lines(results: Results, memoryMb: number, sends: string): Line[] {
  const all = (name: string, figure: keyof Slice) =>
    (results.get(name) ?? []).map((slice) => slice[figure]);
  const p99 = (name: string) => median(all(name, "p99"));
  const against = (name: string, control: string, bar: number) => {
    const [own, theirs] = [all(name, "perSecond"), all(control, "perSecond")];
    const ratio = median(own.map((each, round) => each / (theirs[round] ?? NaN)));
    const rates = ` (${rate(median(own))} / ${rate(median(theirs))})`;
    return atLeast(`${name} / ${control}`, ratio, bar, rates);
  };
  const hasPeer = results.has("peer list");
  return [
    ...PAGES.map((path) => ({
      ...against(`page ${path}`, `bare ${path}`, FORM_PAGES.includes(path) ? 0.1 : 0.5),
      name: `page ${path} / bare`,
    })),
    ...STOCK_PAGES.map((path) => against(`page ${path}`, `stock page ${path}`, 60)),
    ...["dashboard", "wrong form", "order page", "home, signed in"].map((page) =>
      against(`own ${page}`, `stock ${page}`, 1),
    ),
    against("list", "stock list", 1),
    ...(hasPeer ? [against("list", "peer list", 2)] : []),
    against("order", "stock order", 2),
    ...(hasPeer
      ? [{ ...against("order", "peer order", 1.4), name: `order${sends} / peer order` }]
      : []),
    atMost("order of 64, p99", p99("order of 64"), 150, "ms"),
    against("mix", "stock mix", 10),
    atMost("mix, p99", p99("mix"), 15, "ms"),
    atMost("memory after it all", memoryMb, 300, "MB"),
  ];
}

const rate = (perSecond: number) => `${Math.round(perSecond)}/s`;

async function list({ url }: Server) {
  const { data } = (await (await fetch(`${url}/api/v1/animal?limit=30`)).json()) as any;
  return data.items.map(({ name, title, category, description, imageUrl }: any) => ({
    name,
    title,
    category,
    description,
    imageUrl,
  })) as object[];
}

type Signed = { cookie: string; order: string };

/** The owner's cookies, and the page of an order that waits to be paid. */
async function signedIn({ url }: Server): Promise<Signed> {
  const json = { "content-type": "application/json" };
  const cookie = await cookieOf(url, OWNER);
  const [order] = orders;
  const placed = await fetch(`${url}/api/v1/order`, {
    method: "POST",
    headers: json,
    body: order?.body?.replaceAll("{n}", "1") ?? "",
  });
  const { data } = (await placed.json()) as any;
  return { cookie, order: new URL(data.order.links.order).pathname };
}
