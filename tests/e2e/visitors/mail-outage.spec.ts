import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { test as base } from "playwright/test";
import { book } from "../../support/data/bookings";
import { MORNING_ZONE } from "../../support/data/time-zones";
import { openPostOffice, type PostOffice } from "../../support/site/smtp-server";
import { close, expect, openZoo } from "../../support/site/zoo";

/** No browser is asked; each test opens and ends servers of its own. */
const test = base.extend<{ dataDir: string; post: PostOffice }>({
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "zoo-mail-"));
    await use(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  },
  post: async ({}, use) => {
    const post = await openPostOffice();
    await use(post);
    await post.close();
  },
});

const envFor = (post: PostOffice) => ({ ZOO_TIMEZONE: MORNING_ZONE, SMTP_URL: post.url });
const addresses = (many: number) => Array.from({ length: many }, (_, at) => `v${at}@example.org`);

test("what is booked while the mail server is down arrives after a crash, and only once", async ({
  dataDir,
  post,
}) => {
  await post.close();
  const first = await openZoo(dataDir, envFor(post));
  expect(first.zoo.output()).toContain("set PUBLIC_URL");
  const booked = addresses(4);
  for (const email of booked) await book(first.zoo, { email });
  // One on its way when its server dies is taken up only when no other server can have it any more.
  await expect.poll(() => attemptsIn(dataDir, "AND last_error <> ''")).toHaveLength(booked.length);

  const killed = once(first.server, "exit");
  first.server.kill("SIGKILL");
  await killed;
  await post.open();
  const second = await openZoo(dataDir, envFor(post));

  for (const email of booked) await post.mailTo(email, /^Booked/, 60_000);
  await close(second.server);
  for (const email of booked) expect(await post.all(email)).toHaveLength(1);
  expect(attemptsIn(dataDir)).toHaveLength(0);
});

test("two servers on one database send each mail once", async ({ dataDir, post }) => {
  const zoos = [
    await openZoo(dataDir, envFor(post)),
    await openZoo(dataDir, { ...envFor(post), ONE_WRITER: "off" }),
  ];
  const booked = addresses(12);
  await Promise.all(booked.map((email, at) => book(zoos[at % 2]!.zoo, { email })));

  for (const email of booked) await post.mailTo(email, /^Booked/);
  await expect.poll(() => attemptsIn(dataDir)).toEqual([]);
  for (const { server } of zoos) await close(server);
  for (const email of booked) expect(await post.all(email)).toHaveLength(1);
});

test("a mail on its way when the site closes is seen through, and not sent again", async ({
  dataDir,
  post,
}) => {
  post.beSlow(2_000);
  const first = await openZoo(dataDir, envFor(post));
  await book(first.zoo, { email: "asha@example.org" });
  await post.mailTo("asha@example.org", /^Booked/);
  await close(first.server);

  expect(attemptsIn(dataDir)).toEqual([]);
  expect(await post.all("asha@example.org")).toHaveLength(1);
});

/** How often each mail that still waits was tried. */
function attemptsIn(dataDir: string, more = "") {
  const database = new Database(join(dataDir, "zoo.db"), { readonly: true });
  const rows = database
    .prepare(`SELECT attempts FROM outbox WHERE state = 'waiting' AND attempts > 0 ${more}`)
    .pluck()
    .all();
  database.close();
  return rows;
}
