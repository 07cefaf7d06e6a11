import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { acknowledged, bookings, bookOnce, countIn, databaseOf, judge } from "./bookings.ts";
import { withSmallDisk } from "./disk.ts";
import { end, openSite, withFolder } from "./site.ts";

const OWNER = { email: "owner@zoo.test", password: "correct-horse-9" };
const LION = { name: "Lion", title: "Panthera leo", category: "Mammals", description: "Roars." };
const BLOCK = Buffer.alloc(64 * 1024);
const READS = ["/", "/animals", "/tickets", "/api/v1/order/availability?date=", "/healthz"];

/** G4: the disk fills up while visitors book, and is cleared again, without a restart. */
export const diskFull = (rounds: number) =>
  withFolder(async (folder) => {
    const small = join(folder, "small");
    mkdirSync(small);
    const found = await withSmallDisk(small, 24, () => fillAndClear(small, rounds));
    return found ?? { passed: undefined, figures: "not run: it takes the right to mount" };
  });

async function fillAndClear(folder: string, rounds: number) {
  const ballast = join(folder, "ballast");
  const site = await openSite(folder, { OWNER_EMAIL: OWNER.email });
  const upload = await uploadsTo(site.url);
  const answered: string[] = [];
  const sum = { reads: 0, badReads: 0, refused: 0, odd: 0, recovered: 0 };
  const pictures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const load = bookings(site.url, 8);
    await sleep(300);
    for (const until = Date.now() + 1_500; Date.now() < until; await sleep(20)) {
      fill(ballast);
      const ok = await read(site.url, READS[sum.reads % READS.length] ?? "/");
      sum.reads += 1;
      sum.badReads += Number(!ok);
    }
    fill(ballast);
    pictures.push(await upload());
    await load.stop();
    rmSync(ballast);
    const after = await bookOnce(site.url);
    sum.recovered += Number(after.status === 201 && (await upload()) === 201);
    const said = load.attempts.filter(({ status }) => status === 503);
    sum.refused += said.length;
    sum.odd += load.attempts.filter(({ status }) => status !== 201 && status !== 503).length;
    sum.odd += said.filter(
      ({ message }) => !/^Nothing can be saved right now/.test(message),
    ).length;
    answered.push(...acknowledged([...load.attempts, after]));
  }
  await end(site, "SIGTERM");
  const { lost, doubled, problems } = judge(databaseOf(folder), answered);
  // A small one may still fit into what the log has taken up before.
  const kept = pictures.filter((status) => status === 201).length + sum.recovered;
  sum.odd += pictures.filter((status) => status !== 201 && status !== 503).length;
  const missing = Math.abs(kept - countIn(databaseOf(folder), "animals"));
  const wrong = sum.badReads + sum.odd + missing + lost + doubled + problems.length;
  return {
    passed: wrong === 0 && sum.refused > 0 && pictures.includes(503) && sum.recovered === rounds,
    figures: `${rounds} times full, ${sum.reads} reads of which ${sum.badReads} failed, ${sum.refused} writes refused with 503 and why, ${sum.odd} otherwise, pictures answered with ${pictures.join("/")}, ${sum.recovered} times writing again, pictures too, without a restart, ${lost} of ${answered.length} bookings and ${missing} of ${kept} pictures lost, ${problems.length} problems in the file`,
  };
}

/** Sends a picture of half a megabyte as the owner; answers the status. */
async function uploadsTo(url: string) {
  const login = await fetch(`${url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const noise = randomBytes(600 * 400 * 3);
  const raw = { width: 600, height: 400, channels: 3 } as const;
  const image = await sharp(noise, { raw }).jpeg({ quality: 90 }).toBuffer();
  return async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(LION)) body.append(name, value);
    body.append("image", new Blob([new Uint8Array(image)]), "lion.jpg");
    const headers = { authorization: `Bearer ${data.accessToken}` };
    const response = await fetch(`${url}/api/v1/animal`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  };
}

function fill(ballast: string) {
  try {
    for (;;) appendFileSync(ballast, BLOCK);
  } catch {
    // full
  }
}

async function read(url: string, path: string) {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const response = await fetch(url + path.replace(/date=$/, `date=${day}`)).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}
