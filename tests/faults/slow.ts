import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, timed } from "./figures.ts";
import { end, openSite, withFolder } from "./site.ts";

const HEAD = "POST /api/v1/message HTTP/1.1\r\nHost: zoo.test\r\n";
const BODY = `${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
const PICTURES = "GET /photos/alpaca.webp HTTP/1.1\r\nHost: zoo.test\r\n\r\n".repeat(40);

/** What a client that is in no hurry says at first, and then now and then. Each may take so long. */
const WAYS = [
  { name: "heads", first: HEAD, then: "X-A: b\r\n", reads: true, goneAfterMs: 15_000 },
  { name: "bodies", first: BODY, then: "a", reads: true, goneAfterMs: 35_000 },
  { name: "readers", first: PICTURES, then: "", reads: false, goneAfterMs: 80_000 },
];

/** G13: a thousand connections each that send or read hardly anything; an honest visitor comes meanwhile. */
export const slowed = (hundreds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, { DEMO_DATA: "catalogue" });
    const figures: string[] = [];
    let passed = true;
    for (const way of WAYS) {
      const { waits, refused, alive } = await crowd(site.url, way, hundreds * 100);
      passed &&= percentile(waits, 99) < 500 && refused === 0 && alive === 0;
      figures.push(
        `slow ${way.name}: honest visitors ${percentile(waits, 99).toFixed(0)} ms at 99 of 100, ${refused} of ${waits.length + refused} turned away, ${alive} connections left after ${way.goneAfterMs / 1_000} s`,
      );
    }
    const { code } = await end(site, "SIGTERM");
    return {
      passed: passed && code === 0,
      figures: `${hundreds * 100} each; ${figures.join("; ")}`,
    };
  });

async function crowd(
  url: string,
  { first, then, reads, goneAfterMs }: (typeof WAYS)[number],
  count: number,
) {
  const { port } = new URL(url);
  const open = new Set<Socket>();
  for (let at = 0; at < count; at += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    socket.write(first);
    if (reads) socket.resume();
    else socket.pause();
    if (at % 100 === 0) await sleep(20);
  }
  const drip = setInterval(() => open.forEach((socket) => then && socket.write(then)), 3_000);
  const waits: number[] = [];
  let refused = 0;
  for (const until = Date.now() + goneAfterMs; Date.now() < until; await sleep(100)) {
    const ms = await timed(`${url}/animals`);
    if (ms === undefined) refused += 1;
    else waits.push(ms);
  }
  clearInterval(drip);
  const alive = heldBy(Number(port), [...open]);
  for (const socket of open) socket.destroy();
  return { waits, refused, alive };
}

/**
 * How many of these connections the server has not closed, as the kernel sees it: who reads nothing does
 * not hear that the other side has gone.
 */
function heldBy(port: number, sockets: Socket[]) {
  const ours = new Set(sockets.map(({ localPort }) => localPort));
  const lines = ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, "utf8").split("\n"),
  );
  return lines.filter((line) => {
    const [, here, there, state] = line.trim().split(/\s+/);
    return state === "01" && portIn(here) === port && ours.has(portIn(there));
  }).length;
}

const portIn = (address = "") => parseInt(address.split(":")[1] ?? "", 16);
