import { withFolder } from "../../faults/site.ts";
import { cookieOf } from "../../support/auth/cookie.ts";
import { zoneAt } from "../../support/data/time-zones.ts";
import { workedMs } from "../process.ts";
import { atMost, type Line } from "../result-line.ts";
import { makeRoom, ours, OWNER, stop, type Server } from "../servers.ts";
import { openOutside, subscribe } from "./settings.ts";

const MOST_MS = 5;
const WARM = 100;

/** So many sales at the counter, one after another: what the server's thread works for each. */
export const counter = (sales: number): Promise<Line[]> =>
  withFolder(async (folder) => {
    await makeRoom(folder);
    const outside = await openOutside();
    const zoo = await ours(folder, { ...outside.env, ZOO_TIMEZONE: zoneAt(10) });
    try {
      const sends = await subscribe(zoo, outside.receiverUrl);
      const cookie = await cookieOf(zoo.url, OWNER);
      const slot = await openSlot(zoo, cookie);
      const sellAll = async (count: number) => {
        for (let nth = 0; nth < count; nth += 1) await sell(zoo, cookie, slot);
      };
      await sellAll(WARM);
      const before = workedMs(zoo.pid) ?? NaN;
      await sellAll(sales);
      const each = ((workedMs(zoo.pid) ?? NaN) - before) / sales;
      return [atMost(`a sale at the counter${sends}: server time`, each, MOST_MS, "ms")];
    } finally {
      await stop(zoo);
      await outside.close();
    }
  });

const COUNTER = "/admin/dashboard/counter";

/** The slot that the counter's page has chosen. */
async function openSlot({ url }: Server, cookie: string) {
  const answer = await fetch(url + COUNTER, { headers: { cookie } });
  const text = await answer.text();
  const radio = /<input[^>]*name="slot"[^>]*checked[^>]*>/.exec(text)?.[0] ?? "";
  const [, slot] = /value="(\w+)"/.exec(radio) ?? [];
  if (!slot) throw new Error(`The counter (${answer.status}) has chosen no slot`);
  return slot;
}

/** Two adults and a child, for cash. */
async function sell({ url }: Server, cookie: string, slot: string) {
  const answer = await fetch(url + COUNTER, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: url },
    body: new URLSearchParams({ intent: "sell:cash", slot, adult: "2", child: "1" }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 302) throw new Error(`A sale was answered ${answer.status}`);
}
