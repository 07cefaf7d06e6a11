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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LATEST_VERSION } from "db/migrate.server";
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
  [["dance"], 'There is no command "dance": see ./zoo-verse --help'],
  [["constructor"], 'There is no command "constructor": see ./zoo-verse --help'],
  [["backup"], "backup: FILE is missing: see ./zoo-verse backup --help"],
  [["backup", "a", "b"], 'backup: "b" was not expected: see ./zoo-verse backup --help'],
  [["restore"], "restore: FILE is missing: see ./zoo-verse restore --help"],
  [
    ["restore", "a", "--force"],
    "restore: Unknown option '--force': see ./zoo-verse restore --help",
  ],
  [["create-owner"], "create-owner: EMAIL is missing: see ./zoo-verse create-owner --help"],
  [["reset-password"], "reset-password: EMAIL is missing: see ./zoo-verse reset-password --help"],
  [["check", "it"], 'check: "it" was not expected: see ./zoo-verse check --help'],
  [["migrate", "now"], 'migrate: "now" was not expected: see ./zoo-verse migrate --help'],
  [["demo", "a", "b"], 'demo: "b" was not expected: see ./zoo-verse demo --help'],
  [["serve", "8080"], 'serve: "8080" was not expected: see ./zoo-verse serve --help'],
  [["version", "--all"], "version: Unknown option '--all': see ./zoo-verse version --help"],
])("%j is not understood, and ends with 2", (words, complained) => {
  expect(zoo(words)).toEqual({ status: 2, said: "", complained });
});

test("it carries the licences of what it is made of, and prints them", () => {
  const { status, said = "" } = zoo(["licences"]);

  expect(status).toBe(0);
  for (const part of [
    /^Zoo Verse$/m,
    /^react 18/m,
    /^better-sqlite3 /m,
    /^@img\/sharp-libvips/m,
    /^Node\.js/m,
  ]) {
    expect(said).toMatch(part);
  }
  expect(said.match(/^MIT License$|Permission is hereby granted/gm)?.length).toBeGreaterThan(20);
});

test("help and version need no folder to unpack into", () => {
  const nowhere = { DATA_DIR: "/proc/none", TMPDIR: "/proc/none" };
  for (const words of [["--help"], ["help"], ["restore", "--help"], ["version"], ["--version"]]) {
    expect(zoo(words, nowhere)).toMatchObject({ status: 0, complained: "" });
  }
  for (const [short, long] of [
    [["-h"], ["--help"]],
    [["-v"], ["--version"]],
    [
      ["restore", "-h"],
      ["restore", "--help"],
    ],
  ] as const) {
    expect(zoo([...short])).toEqual(zoo([...long]));
  }
  expect(zoo(["--help"]).said).toMatch(/serve .*create-owner .*reset-password .*version /s);
  expect(zoo(["help", "backup"])).toEqual(zoo(["backup", "--help"]));
  expect(zoo(["help", "dance"]).status).toBe(2);
  expect(zoo(["version"]).said).toMatch(/^zoo-verse \d+\.\d+\.\d+ \(build [\da-f]{16}\)$/);
});

describe("copies", () => {
  test("go back in place of a damaged database", () => {
    expect(zoo(["backup", "good.db"]).status).toBe(0);
    expect(zoo(["backup", "good.db"])).toMatchObject({
      status: 1,
      complained: "good.db already exists: choose another name",
    });
    expect(zoo(["restore", "good.db", "--check"])).toMatchObject({ said: "good.db is sound" });
    truncateSync(file.path("data/zoo.db"), 5_000);
    expect(zoo(["check"]).status).toBe(1);
    expect(zoo(["serve"], { PORT: "0" })).toMatchObject({
      status: 1,
      complained: expect.stringMatching(/; to restore a backup: \.\/zoo-verse restore FILE$/),
    });
    expect(zoo(["restore", "good.db"])).toMatchObject({ status: 0, complained: "" });
    expect(zoo(["check"])).toMatchObject({ status: 0, complained: "" });
    writeFileSync(file.path("letter.db"), "Dear diary");
    expect(zoo(["restore", "letter.db"])).toMatchObject({
      status: 1,
      complained: "letter.db is not sound: file is not a database",
    });
    expect(zoo(["restore", "none.db"]).complained).toMatch(/^There is no backup at \S+none.db$/);
  });

  test("begin a zoo on a machine that has none yet, in a folder for its owner alone", () => {
    expect(zoo(["backup", "move.db"]).status).toBe(0);
    expect(zoo(["restore", "move.db"], { DATA_DIR: "new/home" })).toEqual({
      status: 0,
      said: "Restored move.db",
      complained: "",
    });
    expect(statSync(file.path("new/home")).mode & 0o777).toBe(0o700);
    expect(zoo(["check"], { DATA_DIR: "new/home" }).status).toBe(0);
    const env = { DATA_DIR: "move.db/home", ZOO_CACHE_DIR: file.path("cache") };
    expect(zoo(["restore", "move.db"], env).complained).toMatch(/^[^\n]*not a directory[^\n]*$/);
  });

  test("of something else are told by their name, in one line", () => {
    writeFileSync(file.path("noise.db"), Buffer.alloc(9_000, 0xa5));
    const bare = new Database(file.path("bare.db"));
    bare.exec("CREATE TABLE orders (visit_date, visit_slot, status, ticket_count)");
    bare.exec("CREATE TABLE slot_occupancy (visit_date, visit_slot, held)");
    bare.pragma(`user_version = ${LATEST_VERSION}`);
    bare.close();
    mkdirSync(file.path("folder"), { recursive: true });
    for (const [words, complained] of [
      [["restore", "noise.db", "--check"], /^noise\.db: file is not a database$/],
      [["restore", "bare.db", "--check"], /^bare\.db: it has no [a-z_, ]*order_items[a-z_, ]*$/],
      [["restore", "bare.db"], /^bare\.db is not sound: it has no [a-z_, ]+$/],
      [["restore", "folder"], /^folder is not a file$/],
      [["backup", "nowhere/copy.db"], /^There is no folder \S+\/nowhere$/],
      [["backup", ""], /^backup: FILE is missing: see .\/zoo-verse backup --help$/],
    ] as const) {
      expect(zoo([...words]).complained, words.join(" ")).toMatch(complained);
    }
  });

  describe("that are interrupted", () => {
    beforeAll(() => {
      expect(zoo(["backup", "large/zoo.db"]).status).toBe(1); // no such folder
      mkdirSync(file.path("large"));
      expect(zoo(["backup", "large/zoo.db"]).status).toBe(0);
      const database = new Database(file.path("large/zoo.db"));
      database.exec(
        "CREATE TABLE ballast AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT randomblob(2000) AS b FROM n",
      );
      database.close();
    });

    test.each([
      ["SIGINT", "cut", ["backup", "cut/copy.db"], "large"],
      ["SIGHUP", "cut-home", ["restore", "large/zoo.db"], "cut-home"],
      ["SIGTERM", "cut-demo", ["demo", "cut-demo/zoo"], "data"],
    ] as const)("by %s leave nothing of %s behind", async (signal, name, words, DATA_DIR) => {
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
  });
});

test.each([["migrate"], ["check"], ["backup", "none-copy.db"]])(
  "%s makes no zoo where there is none",
  (...words) => {
    const { status, complained } = zoo(words, {
      DATA_DIR: "none",
      ZOO_CACHE_DIR: file.path("cache"),
    });
    expect([status, complained]).toEqual([
      1,
      expect.stringMatching(/^There is no database at \S+\/none\/zoo\.db$/),
    ]);
    expect(existsSync(file.path("none"))).toBe(false);
  },
);

test("a demo is a sound zoo of its own, never in the place of another", () => {
  const { status, said } = zoo(["demo", "look"]);
  expect(status).toBe(0);
  expect(said).toMatch(/To look around: DATA_DIR=look \.\/zoo-verse serve$/);
  const database = new Database(file.path("look/zoo.db"), { readonly: true });
  expect(database.prepare("SELECT count(*) FROM orders").pluck().get()).toBeGreaterThan(500);
  database.close();
  expect(zoo(["check"], { DATA_DIR: "look" })).toMatchObject({ status: 0, complained: "" });
  expect(zoo(["demo", "look"])).toMatchObject({
    status: 1,
    complained: "look already exists: choose another name",
  });
});

test("a demo in a folder with a blank takes nothing away, and says how its name is typed", () => {
  mkdirSync(file.path("my zoo.part"));
  writeFileSync(file.path("my zoo.part/letter"), "Dear diary");
  const { status, said } = zoo(["demo", "my zoo"]);
  expect(status).toBe(0);
  expect(said).toMatch(/To look around: DATA_DIR='my zoo' \.\/zoo-verse serve$/);
  expect(existsSync(file.path("my zoo.part/letter"))).toBe(true);
  expect(readdirSync(file.folder).filter((name) => name.startsWith("my zoo"))).toEqual([
    "my zoo",
    "my zoo.part",
  ]);
});

test("a folder that cannot be made is named in one line, and nothing waits for it", () => {
  const nowhere = { DATA_DIR: "/proc/none", ZOO_CACHE_DIR: file.path("cache") };
  const refused = /^[^\n]*no such file or directory, mkdir '\/proc\/none'$/;
  for (const words of [["serve"], ["create-owner", "asha@zoo.test", "--generate"]]) {
    expect(zoo(words, nowhere)).toMatchObject({
      status: 1,
      complained: expect.stringMatching(refused),
    });
  }
  expect(zoo(["demo", "/proc/none/zoo"]).complained).toMatch(refused);
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

test.each(["serve", "demo"])("a wrong setting stops %s with 2 and in one line", (command) => {
  const why = 'PORT: "abc" is not accepted; it takes a port number, 0 to 65535';
  expect(zoo([command], { PORT: "abc" })).toEqual({ status: 2, said: "", complained: why });
  expect(readdirSync(file.folder).filter((name) => name.startsWith("zoo-demo"))).toEqual([]);
});

test("an address that is not this machine's is named, with what would be", () => {
  const { status, complained } = zoo(["serve"], { PORT: "0", HOST: "203.0.113.1" });
  expect([status, complained]).toEqual([
    1,
    "Cannot listen at HOST 203.0.113.1, PORT 0 (EADDRNOTAVAIL): HOST is an address of this machine, or 0.0.0.0 for all of them",
  ]);
});

test("a port that the system chose is told, and the password of a new zoo", async () => {
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: "begun",
    ZOO_CACHE_DIR: file.path("cache"),
  };
  const { child, said } = file.start(["serve"], env);
  while (!said.out.includes("open at")) await sleep(20);
  const [url] = /http:\/\/localhost:\d+/.exec(said.out) ?? [];
  const { status } = await fetch(`${url?.replace("localhost", "127.0.0.1")}/healthz`);
  await end(child, "SIGTERM");
  expect(said.out).toMatch(/with the password \S+ \(shown only now\)/);
  expect(status).toBe(200);
});

test("a host that localhost does not lead to is told", async () => {
  const { child, said } = file.start(["serve"], { PORT: "0", HOST: "127.0.0.2" });
  while (!said.out.includes("open at")) await sleep(20);
  const [url] = /http:\/\/\S+/.exec(said.out) ?? [];
  const { status } = await fetch(`${url}/healthz`);
  await end(child, "SIGHUP"); // as a terminal that is closed
  expect(child.exitCode).toBe(0);
  expect([url, status]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.2:\d+$/), 200]);
});
