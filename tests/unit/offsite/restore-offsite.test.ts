import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBackup } from "db/backup.server";
import { migrate } from "db/migrate.server";
import { ship } from "db/offsite/offsite-copies.server";
import { startS3 } from "../../support/offsite/s3-server";

/** The commands of docs/backups.md for off-site copies, typed as they stand there. */

const NOW = Date.parse("2026-11-21T06:00:00Z");
const NAMES = ["zoo-20261120T060000Z.db", "zoo-20261121T060000Z.db"] as const;

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const path = (name: string) => join(folder, name);

const environment = (dataDir: string) => ({
  ...process.env,
  DATA_DIR: path(dataDir),
  BACKUP_TO: "s3://copies/zoo",
  AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  AWS_ENDPOINT_URL: s3.settings.endpoint,
});

/** Not synchronous: the S3 server runs in this process. */
async function zoo(dataDir: string, words: string[], input = "") {
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...words], {
    env: environment(dataDir),
  });
  child.stdin.end(input);
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status: child.exitCode, said: said.trim(), complained: complained.trim() };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "zoo-restore-"));
  s3 = await startS3();
  mkdirSync(path("data/backups"), { recursive: true });
  const site = new Database(path("data/zoo.db"));
  migrate(site);
  for (const name of NAMES) await createBackup(path("data/zoo.db"), path(`data/backups/${name}`));
  site.close();
});
afterEach(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (backup: string) =>
  ship({
    settings: { to: "s3://copies/zoo", sshConfig: undefined, s3: s3.settings },
    dataDir: path("data"),
    backup,
    now: NOW,
    keep: 7,
  });

test("the drill: make a key, lose the machine, take the key elsewhere, choose a copy, restore", async () => {
  const made = await zoo("data", ["backup-key"]);
  const [key = ""] = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(made.said) ?? [];
  expect(made).toMatchObject({ status: 0, complained: "" });
  expect(made.said).toContain("is shown only now");
  expect(await zoo("data", ["backup-key"])).toMatchObject({
    status: 1,
    said: "",
    complained: expect.stringContaining("There is a key already"),
  });
  for (const name of NAMES) await send(name);
  rmSync(path("data"), { recursive: true });

  expect(await zoo("new", ["restore", "--offsite", "latest"])).toMatchObject({
    status: 1,
    complained: expect.stringContaining("there is no key at"),
  });
  expect((await zoo("new", ["backup-key", "--import"], "a wrong word\n")).status).toBe(1);
  expect((await zoo("new", ["backup-key", "--import"], `${key}\n`)).status).toBe(0);
  expect(statSync(path("new/backup.key")).mode & 0o777).toBe(0o600);

  const listed = await zoo("new", ["restore", "--offsite"]);
  expect(listed.said).toBe(
    `1  ${NAMES[1]}.age\n2  ${NAMES[0]}.age\nTo restore one: restore --offsite NAME`,
  );
  const checked = await zoo("new", ["restore", "--offsite", "latest", "--check"]);
  expect(checked.said).toContain(`${NAMES[1]}.age is sound`);
  expect(readdirSync(path("new"))).toEqual(["backup.key"]);

  const restored = await zoo("new", ["restore", "--offsite", `${NAMES[0]}.age`]);
  expect(restored).toMatchObject({ status: 0, complained: "" });
  expect(restored.said).toContain(`Restored ${NAMES[0]}.age`);
  expect((await zoo("new", ["check"])).status).toBe(0);
  expect(readdirSync(path("new")).filter((name) => /part|age/.test(name))).toEqual([]);
});

test("a copy that was changed leaves the database as it is", async () => {
  await zoo("data", ["backup-key"]);
  await send(NAMES[0]);
  const [stored = ""] = s3.files().filter((name) => /\.age._S3rver_object$/.test(name));
  truncateSync(join(s3.folder, stored), 3_000);
  const before = statSync(path("data/zoo.db")).ino;
  expect((await zoo("data", ["restore", "--offsite", "latest"])).complained).toMatch(
    /cannot be decrypted, because it is incomplete or was changed/,
  );
  expect(statSync(path("data/zoo.db")).ino).toBe(before);
});

test("neither credentials nor keys are in the process list or in an error", async () => {
  await zoo("data", ["backup-key"]);
  const answer = await zoo("data", ["restore"]);
  expect(answer).toMatchObject({
    status: 2,
    complained: "Which FILE? A copy from BACKUP_TO is restored with --offsite",
  });
  const env = { ...environment("data"), AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "hunter2" };
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/cli.mjs", "restore", "--offsite"],
    { env, encoding: "utf8" },
  );
  expect(status).toBe(2);
  expect(stderr).toMatch(/^BACKUP_TO is set without AWS_ACCESS_KEY_ID/);
  expect(stderr).not.toContain("hunter2");
});
