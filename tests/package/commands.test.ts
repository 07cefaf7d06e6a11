import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { end, oneFile } from "../support/site/executable";

let file: ReturnType<typeof oneFile>;
let zoo: ReturnType<typeof oneFile>["zoo"];
beforeAll(() => {
  file = oneFile();
  zoo = file.zoo;
  expect(zoo(["create-owner", "asha@zoo.test", "--generate"]).status).toBe(0);
});
afterAll(() => file.remove());

test.each([
  [["dance"], /unknown command 'dance'/],
  [["mail-test"], /missing required argument 'ADDRESS'/],
  [["backup", " "], /blank argument/],
  [["check", "it"], /too many arguments for 'check'/],
  [["restore", "a", "--force"], /unknown option '--force'/],
])("%j is not understood, and ends with 2", (words, complained) => {
  expect(zoo(words)).toEqual({
    status: 2,
    said: "",
    complained: expect.stringMatching(complained),
  });
  expect(zoo(words).complained).toMatch(/\nsee \.\/zoo-verse --help$/);
});

test("help and version need no folder to unpack into", () => {
  const nowhere = { DATA_DIR: "/proc/none", TMPDIR: "/proc/none" };
  const names =
    "serve create-owner reset-password migrate backup restore check demo licences version";
  for (const name of names.split(" ")) {
    expect(zoo(["--help"], nowhere).said).toMatch(new RegExp(`^  ${name} .*[a-z]{4}`, "m"));
    expect(zoo(["help", name], nowhere)).toMatchObject({ status: 0, complained: "" });
  }
  expect(zoo(["version"], nowhere).said).toMatch(
    /^zoo-verse \d+\.\d+\.\d+([-+][\w.]+)? \(build [\da-f]{16}\)$/,
  );
  expect(zoo(["--version"], nowhere)).toEqual(zoo(["version"], nowhere));
});

test("it carries the licences of what it is made of, and prints them", () => {
  const { said = "" } = zoo(["licences"]);
  for (const part of ["Zoo Verse", "react 18", "@img/sharp-libvips", "Node.js"])
    expect(said).toMatch(new RegExp(`^${part}`, "m"));
  expect(said.match(/^MIT License$|Permission is hereby granted/gm)?.length).toBeGreaterThan(20);
});

test("a copy goes back in place of a damaged database, and begins a zoo on another machine", () => {
  expect(zoo(["backup", "good.db"]).status).toBe(0);
  expect(zoo(["backup", "good.db"])).toMatchObject({
    status: 1,
    complained: "good.db already exists: choose another name",
  });
  expect(zoo(["backup", "nowhere/copy.db"]).complained).toMatch(
    /^There is no folder \S+\/nowhere$/,
  );
  expect(zoo(["restore", "good.db", "--check"])).toMatchObject({ said: "good.db is sound" });
  expect(zoo(["backup"]).said).toMatch(/ \S+\/backups\/zoo-\d{8}T\d{6}Z\.db, and checked$/);
  truncateSync(file.path("data/zoo.db"), 5_000);
  expect(zoo(["check"]).status).toBe(1);
  expect(zoo(["serve"], { PORT: "0" })).toMatchObject({
    status: 1,
    complained: expect.stringMatching(/; to restore a backup: \.\/zoo-verse restore FILE$/),
  });
  expect(zoo(["restore", "good.db"])).toMatchObject({ status: 0, complained: "" });
  expect(zoo(["check"])).toMatchObject({ status: 0, complained: "" });

  const elsewhere = { DATA_DIR: "new/home", ZOO_CACHE_DIR: file.path("cache") };
  expect(zoo(["restore", "good.db"], elsewhere).said).toBe("Restored good.db");
  expect(statSync(file.path("new/home")).mode & 0o777).toBe(0o700);
  expect(zoo(["check"], elsewhere).status).toBe(0);
});

test.each([
  ["SIGINT", "cut", ["backup", "cut/copy.db"], "large"],
  ["SIGHUP", "cut-home", ["restore", "large/zoo.db"], "cut-home"],
  ["SIGTERM", "cut-demo", ["demo", "cut-demo/zoo"], "data"],
] as const)("%s leaves nothing of %s behind", async (signal, name, words, DATA_DIR) => {
  makeLarge();
  mkdirSync(file.path(name));
  const left = () => readdirSync(file.path(name)).filter((each) => /\.part/.test(each));
  const { child } = file.start([...words], { DATA_DIR });
  while (left().length === 0) await sleep(1);
  await end(child, signal);

  expect(child.signalCode).toBe(signal);
  expect(left()).toEqual([]);
  for (const made of ["copy.db", "zoo.db", "zoo"])
    expect(existsSync(file.path(name, made)), made).toBe(false);
});

/** A database that takes a while to copy. */
function makeLarge() {
  if (existsSync(file.path("large"))) return;
  mkdirSync(file.path("large"));
  expect(zoo(["backup", "large/zoo.db"]).status).toBe(0);
  const database = new Database(file.path("large/zoo.db"));
  database.exec(
    "CREATE TABLE ballast AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT randomblob(2000) AS b FROM n",
  );
  database.close();
}

test.each([["migrate"], ["check"], ["backup", "a.db"]])("%s needs a zoo", (...words) => {
  const { status, complained } = zoo(words, {
    DATA_DIR: "none",
    ZOO_CACHE_DIR: file.path("cache"),
  });
  expect(status).toBe(1);
  expect(complained).toMatch(/^There is no database at \S+\/none\/zoo\.db$/);
  expect(existsSync(file.path("none"))).toBe(false);
});

test("a demo is a sound zoo of its own, never in the place of another", () => {
  mkdirSync(file.path("my zoo.part"));
  writeFileSync(file.path("my zoo.part/letter"), "Dear diary");
  expect(zoo(["demo", "my zoo"]).said).toMatch(
    /To look around: DATA_DIR='my zoo' \.\/zoo-verse serve$/,
  );
  expect(zoo(["check"], { DATA_DIR: "my zoo" })).toMatchObject({ status: 0, complained: "" });
  expect(zoo(["demo", "my zoo"])).toMatchObject({
    status: 1,
    complained: "my zoo already exists: choose another name",
  });
  const made = readdirSync(file.folder).filter((name) => name.startsWith("my zoo"));
  expect(made).toEqual(["my zoo", "my zoo.part"]);
});

test("a database that cannot be written to keeps the site shut, and is named", () => {
  const env = { DATA_DIR: file.path("theirs/data"), ZOO_CACHE_DIR: file.path("theirs/cache") };
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined; // root may write to anything
  mkdirSync(file.path("theirs"), { mode: 0o777 });
  for (const path of [file.folder, file.path("theirs")]) chmodSync(path, 0o777);
  expect(zoo(["create-owner", "a@zoo.test", "--generate"], env, "", nobody).status).toBe(0);
  chmodSync(file.path("theirs/data/zoo.db"), 0o400);

  expect(zoo(["serve"], { ...env, PORT: "0" }, "", nobody)).toEqual({
    status: 1,
    said: "",
    complained: expect.stringMatching(/ permission denied, open '\S+\/theirs\/data\/zoo\.db'$/),
  });
});

test("a new zoo tells its address and the owner's password, and closes with its terminal", async () => {
  const env = { DATA_DIR: "begun", ZOO_CACHE_DIR: file.path("cache") };
  const { child, said } = file.start(["serve"], { ...env, PORT: "0", HOST: "127.0.0.2" });
  while (!said.out.includes("open at")) await sleep(20);
  const [url] = /http:\/\/127\.0\.0\.2:\d+/.exec(said.out) ?? [];
  const { status } = await fetch(`${url}/healthz`);
  await end(child, "SIGHUP");
  expect([status, child.exitCode]).toEqual([200, 0]);
  expect(said.out).toMatch(/with the password \S+ \(shown only now\)/);
});

test("health waits for a site that is about to open", async () => {
  const port = String(await freePort());
  const env = { DATA_DIR: "opening", ZOO_CACHE_DIR: file.path("cache"), PORT: port };
  const { child } = file.start(["serve"], env);
  expect(zoo(["health", "--wait"], env)).toEqual({
    status: 0,
    said: "The site is open and takes bookings",
    complained: "",
  });
  await end(child, "SIGTERM");
  expect(zoo(["health"], env)).toMatchObject({
    status: 1,
    complained: `Nothing answers at http://127.0.0.1:${port}/readyz`,
  });
});
