import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, bookOnce, databaseOf, judge } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

/** So many ask all the time while the site is told to stop. */
const CLIENTS = 16;

/** Waits for requests that never end, and for a mail server that never answers. */
async function stubborn(folder: string) {
  const mute = createServer(() => {}).listen(0, "127.0.0.1");
  await once(mute, "listening");
  const mail = `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const site = await openSite(folder, { SMTP_URL: mail, PUBLIC_URL: "http://zoo.test" });
  await bookOnce(site.url);
  const { port } = new URL(site.url);
  const half = connect(Number(port), "127.0.0.1").on("error", () => {});
  half.write("POST /api/v1/order HTTP/1.1\r\nHost: zoo.test\r\nContent-Length: 9\r\n\r\n{");
  await sleep(500);
  const { code, ms } = await end(site, "SIGTERM");
  half.destroy();
  mute.close();
  return { code, ms };
}

/** Clients that ask again and again, each by one connection, until that ends. Answers how many were cut off. */
async function askingAllTheTime(url: string, clients: number) {
  const untilTold = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let isToldToEnd = false; !isToldToEnd;) {
      const [answer] = await once(get(`${url}/robots.txt`, { agent }), "response");
      for await (const _ of answer as IncomingMessage);
      isToldToEnd = (answer as IncomingMessage).headers.connection === "close";
    }
  };
  const asking = Array.from({ length: clients }, untilTold);
  const ended = await Promise.allSettled(asking);
  return ended.filter(({ status }) => status === "rejected").length;
}

/** G7: told to stop under load, the site finishes what it took on. */
export const stopped = (rounds: number) =>
  withFolder(async (folder) => {
    const answered: string[] = [];
    const codes = new Set<number | null>();
    let slowest = 0;
    let log = 0;
    let cut = 0;
    for (let round = 0; round < rounds; round += 1) {
      const site = await openSite(folder);
      const load = bookings(site.url);
      const busy = askingAllTheTime(site.url, CLIENTS);
      await sleep(300 + Math.random() * 400);
      const { code, ms } = await end(site, round % 2 === 0 ? "SIGTERM" : "SIGHUP");
      await load.stop();
      cut += await busy;
      answered.push(...acknowledged(load.attempts));
      codes.add(code);
      slowest = Math.max(slowest, ms);
      const wal = `${databaseOf(folder)}-wal`;
      log += existsSync(wal) ? statSync(wal).size : 0;
    }
    const worst = await stubborn(join(folder, "stubborn"));
    codes.add(worst.code);
    const { lost, unanswered, problems } = judge(databaseOf(folder), answered);
    const isClean = lost + unanswered + log + cut + problems.length === 0;
    return {
      passed:
        answered.length > 0 &&
        isClean &&
        [...codes].join() === "0" &&
        Math.max(slowest, worst.ms) < 10_000,
      figures: `${rounds} stops, ${cut} of ${rounds * CLIENTS} connections that stayed cut off, ${answered.length} acknowledged, ${lost} lost, ${unanswered} booked but not answered, exit ${[...codes].join("/")}, slowest ${Math.round(slowest)} ms, ${Math.round(worst.ms)} ms with a request that never ends and a mute mail server, ${log} bytes of log left`,
    };
  });
