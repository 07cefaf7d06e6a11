import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { siteOnDisk } from "../../support/site/site-on-disk";

const GOOD = {
  PUBLIC_URL: "https://zoo.example",
  TRUST_PROXY: "1",
  SMTP_URL: "smtp://mail.test",
  MAIL_FROM: "zoo@zoo.example",
  PAYMENTS: "off",
  DEMO_DATA: "none",
  BACKUP_TO: "/mnt/copies",
  HOST: "127.0.0.1",
};
const HOUR = 3_600_000;

let close = () => {};
let site: Database;
let dataDir: string;
beforeEach(() => void vi.stubGlobal("fetch", () => Promise.resolve(new Response("ready\n"))));
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** What is wrong, by line, with a zoo that has these settings. */
async function wrong(
  settings: Record<string, string> = {},
  change: () => void = () => {},
  now = Date.now(),
) {
  const disk = await siteOnDisk({ ...GOOD, ...settings });
  ({ close, site, dataDir } = disk);
  writeFileSync(join(dataDir, "backup.key"), "", { mode: 0o600 });
  change();
  const { examine } = await import("~/features/maintenance/doctor.server");
  const findings = await examine(now);
  expect(findings).toHaveLength(10);
  return Object.fromEntries(
    findings.filter(({ fix }) => fix !== undefined).map(({ about, found }) => [about, found]),
  );
}

const anAccount = (at: number) =>
  site.exec(
    `INSERT INTO admins (id, name, email, password_hash, role, created_at, updated_at)
     VALUES ('1', 'Asha Rao', 'asha@zoo.test', '', 'owner', ${at}, ${at})`,
  );
const aMail = (at: number, changes = "") =>
  site.exec(
    `INSERT INTO outbox (kind, recipient, payload, next_attempt_at, created_at, attempts, last_error)
     VALUES ('links', 'a@zoo.test', '{}', ${at}, ${at}, 1, 'no route to host'); ${changes}`,
  );

test("a zoo as it should be has nothing to say", async () => {
  expect(await wrong()).toEqual({});
});

test.each([
  ["settings", { RATE_LIMITS: "off" }, /RATE_LIMITS is off/],
  ["settings", { DEMO_DATA: "full" }, /invented orders/],
  ["proxy", { PUBLIC_URL: "" }, /PUBLIC_URL is not set/],
  ["proxy", { PUBLIC_URL: "http://zoo.example" }, /without encryption/],
  ["proxy", { TRUST_PROXY: "0" }, /TRUST_PROXY is 0/],
  ["mail", { SMTP_URL: "" }, /no mail server/],
  ["mail", { MAIL_FROM: "" }, /MAIL_FROM is not set/],
  ["provider", { PAYMENTS: "demo" }, /moves no money/],
  ["off-site", { BACKUP_TO: "" }, /BACKUP_TO is not set/],
])("%s: %j", async (about, settings, found) => {
  expect(await wrong(settings)).toEqual({ [about]: expect.stringMatching(found) });
});

test("without scheduled backups there are no off-site copies either", async () => {
  expect(await wrong({ BACKUP_HOURS: "0", BACKUP_TO: "" })).toMatchObject({
    backups: "none are made, because BACKUP_HOURS is 0",
  });
});

test.each([
  ["site", () => vi.stubGlobal("fetch", () => Promise.reject(new Error())), /does not answer/],
  [
    "site",
    () => vi.stubGlobal("fetch", () => Promise.resolve(new Response("full\n", { status: 503 }))),
    /^full$/,
  ],
  ["time", () => aMail(Date.now() + HOUR, "UPDATE outbox SET state = 'sent'"), /the newest record/],
  [
    "time",
    () => {
      mkdirSync(join(dataDir, "backups"));
      writeFileSync(join(dataDir, "backups", "zoo-29991122T000000Z.db"), "");
    },
    /still to come/,
  ],
  ["mail", () => aMail(Date.now() - HOUR), /waiting for more than 15.*no route to host/],
  ["off-site", () => chmodSync(join(dataDir, "backup.key"), 0o644), /others can read/],
])("%s: what is there is wrong", async (about, change, found) => {
  expect(await wrong({}, change)).toEqual({ [about]: expect.stringMatching(found) });
});

test("copies that are too old are told, here and elsewhere", async () => {
  expect(await wrong({}, () => anAccount(Date.now() - 49 * HOUR))).toEqual({
    backups: "there is none yet",
    "off-site": "no copy yet",
  });
});

test("a damaged database is told, and what it prevents", async () => {
  const damage = () => {
    site.pragma("wal_checkpoint(TRUNCATE)");
    writeFileSync(site.name, Buffer.alloc(4096, 0xa5), { flag: "r+" });
  };
  expect(await wrong({}, damage)).toMatchObject({
    database: expect.stringMatching(/^it is damaged/),
  });
});
