import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupInWorker, checkInWorker } from "db/backup-worker.client.server";
import { createBackup, findProblems, restore } from "db/backup.server";
import { migrate } from "db/migrate.server";

let folder: string;
let file: string;
let site: Database.Database;

/** A site that is open, with messages that only its log holds yet. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "zoo-backups-"));
  file = join(folder, "zoo.db");
  site = new Database(file);
  site.pragma("journal_mode = WAL");
  migrate(site);
  const writeAll = () => {
    for (let at = 0; at < 200; at += 1) write(site, `message ${at}`);
  };
  site.transaction(writeAll)();
});
afterEach(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
const write = (database: Database.Database, name: string) =>
  database
    .prepare(
      "INSERT INTO messages (id, name, email, subject, body, created_at) VALUES (?, ?, '', '', 'Hello', 0)",
    )
    .run(name, name);
const countIn = (name: string) => {
  const database = new Database(name, { readonly: true });
  try {
    return database.prepare("SELECT count(*) FROM messages").pluck().get();
  } finally {
    database.close();
  }
};
/** What is in a folder, apart from who held it last. */
const kept = (where = folder) =>
  readdirSync(where)
    .filter((name) => !/^zoo\.(lock|pid)$/.test(name))
    .toSorted();
const leftovers = () => readdirSync(folder).filter((name) => /part/.test(name));

/** The same file, broken in one way. */
const BROKEN: [string, (file: string) => void][] = [
  [
    "with flipped bytes",
    (name) => {
      const bytes = readFileSync(name);
      for (let at = 4096; at < bytes.length; at += 512) bytes[at] = bytes[at]! ^ 0xff;
      writeFileSync(name, bytes);
    },
  ],
  ["cut off", (name) => truncateSync(name, statSync(name).size / 2)],
  ["not a database", (name) => writeFileSync(name, "Dear diary. ".repeat(500))],
  ["empty", (name) => truncateSync(name, 0)],
  [
    "of something else",
    (name) => {
      rmSync(name);
      new Database(name).exec("CREATE TABLE recipes (name)").close();
    },
  ],
  [
    "whose places are not those of its orders",
    (name) => {
      const database = new Database(name);
      database.exec(
        "INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES ('2030-01-01', 'morning', 3)",
      );
      database.close();
    },
  ],
  [
    "with one row whose order is not there",
    (name) => {
      const database = new Database(name);
      database.pragma("foreign_keys = OFF");
      database.exec(
        "INSERT INTO order_items (order_seq, ticket_type, quantity, unit_price_paise) VALUES (77, 'adult', 1, 2000)",
      );
      database.close();
    },
  ],
];

describe("a backup", () => {
  test.each([
    ["in this thread", createBackup],
    ["beside it", backupInWorker],
  ])("%s is complete, private to its owner and a single file", async (_, make) => {
    await make(file, path("copy.db"));

    expect(findProblems(path("copy.db"))).toEqual([]);
    expect(countIn(path("copy.db"))).toBe(200);
    expect(statSync(path("copy.db")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"]);
  });

  test("completes while the site keeps writing", async () => {
    site.exec("CREATE TABLE weight (bytes BLOB)");
    const add = site.prepare("INSERT INTO weight VALUES (randomblob(1000000))");
    for (let at = 0; at < 20; at += 1) add.run();
    let isMade = false;
    const making = backupInWorker(file, path("copy.db")).then(() => (isMade = true));
    let written = 0;
    for (const until = Date.now() + 10_000; !isMade && Date.now() < until; await sleep(2)) {
      write(site, `meanwhile ${written}`);
      written += 1;
    }
    expect(isMade).toBe(true);
    await making;
    expect(findProblems(path("copy.db"))).toEqual([]);
    expect(written).toBeGreaterThan(20);
    expect(countIn(path("copy.db"))).toBeLessThan(200 + written);
  });

  test("ignores leftovers of an interrupted backup", async () => {
    writeFileSync(path("copy.db.part"), "half a file");
    writeFileSync(path("copy.db.part-journal"), "half a log");
    await createBackup(file, path("copy.db"));
    expect(findProblems(path("copy.db"))).toEqual([]);
    expect(statSync(path("copy.db")).mode & 0o777).toBe(0o600);
    expect(leftovers()).toEqual([]);
  });

  test("of a damaged database is discarded, in either thread", async () => {
    site.exec(
      "INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES ('2030-01-01', 'morning', 3)",
    );
    const words = "the copy is not sound: 1 slots hold other places than their orders";
    await expect(createBackup(file, path("copy.db"))).rejects.toThrow(words);
    await expect(backupInWorker(file, path("copy.db"))).rejects.toThrow(words);
    expect(existsSync(path("copy.db"))).toBe(false);
    expect(leftovers()).toEqual([]);
  });
});

describe("an integrity check", () => {
  test("finds no damage in a database in use", async () => {
    await expect(checkInWorker(file)).resolves.toBeUndefined();
  });

  test.each(BROKEN.slice(0, 3))("reports a database that is %s", async (_, damage) => {
    await createBackup(file, path("bad.db"));
    damage(path("bad.db"));
    await expect(checkInWorker(path("bad.db"))).rejects.toThrow(
      /malformed|not a database|page|cell/i,
    );
  });

  test("reports a damaged page that opening the file does not read", async () => {
    await createBackup(file, path("bad.db"));
    const bytes = readFileSync(path("bad.db"));
    const at = bytes.lastIndexOf("message 150") & ~4095;
    bytes.fill(0xff, at + 1, at + 8); // the page's own head
    writeFileSync(path("bad.db"), bytes);

    await expect(checkInWorker(path("bad.db"))).rejects.toThrow(/page|cell|b-?tree/i);
  });
});

describe("a restore", () => {
  beforeEach(() => createBackup(file, path("good.db")));

  test("replaces the database and renames the old one with its log", async () => {
    write(site, "written after the backup");
    const crashed = path("crashed.db"); // as a kill leaves it: with a log
    for (const end of ["", "-wal"]) copyFileSync(file + end, crashed + end);

    const before = await restore(path("good.db"), crashed);

    expect(countIn(crashed)).toBe(200);
    expect(countIn(before!)).toBe(201);
    expect(existsSync(`${crashed}-wal`)).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  test("fails while the site runs, and changes nothing", async () => {
    write(site, "written after the backup");
    await expect(restore(path("good.db"), file)).rejects.toThrow(`${file} is open: stop the site`);
    expect(kept().filter((name) => name !== "good.db")).toEqual([
      "zoo.db",
      "zoo.db-shm",
      "zoo.db-wal",
    ]);
    expect(countIn(file)).toBe(201);
  });

  test.each(BROKEN)("replaces a database that is %s", async (_, damage) => {
    write(site, "written after the backup");
    copyFileSync(`${file}-wal`, path("bad.db-wal"));
    site.close();
    copyFileSync(path("good.db"), path("bad.db"));
    damage(path("bad.db"));
    const before = await restore(path("good.db"), path("bad.db"));

    expect(countIn(path("bad.db"))).toBe(200);
    expect(findProblems(path("bad.db"))).toEqual([]);
    expect(existsSync(before!)).toBe(true);
  });

  test.each(BROKEN)("from a file that is %s fails and changes nothing", async (_, damage) => {
    site.close();
    copyFileSync(path("good.db"), path("bad.db"));
    damage(path("bad.db"));

    await expect(restore(path("bad.db"), file)).rejects.toThrow(`${path("bad.db")} is not sound: `);

    expect(readdirSync(folder).toSorted()).toEqual(["bad.db", "good.db", "zoo.db"]);
    expect(countIn(file)).toBe(200);
  });

  test("ignores a log without its database", async () => {
    write(site, "written after the backup");
    mkdirSync(path("gone"));
    copyFileSync(`${file}-wal`, path("gone/zoo.db-wal"));
    writeFileSync(path("gone/zoo.db-journal"), "half a change");
    await restore(path("good.db"), path("gone/zoo.db"));
    expect(countIn(path("gone/zoo.db"))).toBe(200);
    expect(kept(path("gone"))).toEqual([
      "zoo.db",
      expect.stringMatching(/before-.*-journal$/),
      expect.stringMatching(/before-.*-wal$/),
    ]);
  });

  test("that fails half way leaves the database in place", async () => {
    site.close();
    const lacking = new Database(path("good.db"));
    lacking.exec("DROP TABLE refresh_tokens; DROP TABLE sessions");
    lacking.close();

    await expect(restore(path("good.db"), file)).rejects.toThrow("no such table: sessions");

    expect(countIn(file)).toBe(200);
    expect(leftovers()).toEqual([]);
  });

  describe("a restore reuses no order number and ends all sessions", () => {
    const mail = (database: Database.Database) =>
      database
        .prepare(
          "INSERT INTO outbox (kind, recipient, payload, next_attempt_at, created_at) VALUES ('booked', '', '{}', 0, 0)",
        )
        .run().lastInsertRowid;
    const inFile = <Found>(name: string, look: (database: Database.Database) => Found) => {
      const database = new Database(name);
      try {
        return look(database);
      } finally {
        database.close();
      }
    };
    const sessionsIn = (name: string) =>
      inFile(name, (database) => database.prepare("SELECT count(*) FROM sessions").pluck().get());

    test("numbers continue after those issued since the backup", async () => {
      expect(mail(site)).toBe(1);
      rmSync(path("good.db"));
      await createBackup(file, path("good.db"));
      mail(site);
      mail(site);
      site.exec("INSERT INTO sqlite_sequence VALUES ('orders', 7)");
      site.close();

      await restore(path("good.db"), file);

      expect(inFile(file, mail)).toBe(4);
      const orders = "SELECT seq FROM sqlite_sequence WHERE name = 'orders'";
      expect(inFile(file, (database) => database.prepare(orders).pluck().all())).toEqual([7]);
    });

    test("also if the backup has no orders", async () => {
      mail(site);
      mail(site);
      site.close();

      await restore(path("good.db"), file);

      expect(inFile(file, mail)).toBe(3);
    });

    test("numbers continue after the backup's if it has more", async () => {
      for (let many = 0; many < 3; many += 1) mail(site);
      site.exec("DELETE FROM outbox");
      rmSync(path("good.db"));
      await createBackup(file, path("good.db"));
      const young = new Database(path("new.db"));
      migrate(young);
      young.close();

      await restore(path("good.db"), path("new.db"));

      expect(inFile(path("new.db"), mail)).toBeGreaterThan(3);
    });

    test("numbers skip a gap if the old database was new", async () => {
      const seal = (database: Database.Database, secret: string) =>
        void database.prepare("INSERT INTO secrets (name, value) VALUES ('links', ?)").run(secret);
      seal(site, "of the zoo");
      mail(site);
      rmSync(path("good.db"));
      await createBackup(file, path("good.db"));
      const anew = new Database(path("new.db"));
      migrate(anew);
      seal(anew, "of another");
      for (let many = 0; many < 3; many += 1) mail(anew);
      anew.close();

      await restore(path("good.db"), path("new.db"));

      expect(inFile(path("new.db"), mail)).toBe(10_002);
    });

    test.each([
      ["a file that cannot be read", () => writeFileSync(file, "no database any more")],
      ["no file", () => rmSync(file)],
    ])("numbers skip a gap where %s holds the last number", async (_, lose) => {
      mail(site);
      rmSync(path("good.db"));
      await createBackup(file, path("good.db"));
      site.close();
      lose();

      await restore(path("good.db"), file);

      expect(inFile(file, mail)).toBe(10_002);
    });

    test("numbers skip a gap after an empty backup, too", async () => {
      mail(site);
      site.close();
      rmSync(file);

      await restore(path("good.db"), file);

      expect(inFile(file, mail)).toBe(10_001);
    });

    test("sessions and trusted devices of the backup are ended", async () => {
      site.exec(`INSERT INTO admins (id, name, email, password_hash, role, active, created_at, updated_at)
          VALUES ('a', 'Asha', 'asha@zoo.test', '', 'owner', 1, 0, 0);
        INSERT INTO sessions VALUES ('s', 'a', '', 0, 0, 9e12);
        INSERT INTO refresh_tokens VALUES ('r', 's', 0, NULL);
        INSERT INTO trusted_devices VALUES ('d', 'h', 'a', '', 0, 9e12)`);
      rmSync(path("good.db"));
      await createBackup(file, path("good.db"));
      site.close();
      expect(sessionsIn(path("good.db"))).toBe(1);

      await restore(path("good.db"), file);

      expect([sessionsIn(file), findProblems(file)]).toEqual([0, []]);
      const trusted = "SELECT count(*) FROM trusted_devices";
      expect(inFile(file, (database) => database.prepare(trusted).pluck().get())).toBe(0);
    });
  });

  test("sends no webhook again that waited when the backup was made", async () => {
    site.exec(`INSERT INTO webhook_endpoints (id, url, events, secret, created_at, updated_at)
        VALUES ('e', 'https://books.example/', '[]', '', 0, 0)`);
    for (const state of ["waiting", "sent", "failed"])
      site
        .prepare(
          `INSERT INTO webhook_deliveries (message_id, endpoint_id, event, body, state, next_attempt_at, created_at)
           VALUES (?, 'e', 'order.paid', '{}', ?, 0, 0)`,
        )
        .run(state, state);
    rmSync(path("good.db"));
    await createBackup(file, path("good.db"));
    site.close();

    await restore(path("good.db"), file);

    const restored = new Database(file);
    const states = "SELECT message_id, state, answer <> '' FROM webhook_deliveries ORDER BY id";
    expect(restored.prepare(states).raw().all()).toEqual([
      ["waiting", "dropped", 1],
      ["sent", "sent", 0],
      ["failed", "failed", 0],
    ]);
    restored.close();
  });

  test("creates a missing database and its folder", async () => {
    expect(await restore(path("good.db"), path("new/zoo.db"))).toBeUndefined();
    expect(countIn(path("new/zoo.db"))).toBe(200);
    expect(kept(path("new"))).toEqual(["zoo.db"]);
  });
});

/** The steps of docs/backups.md, typed as they stand there. */
describe("npm run zoo", () => {
  const zoo = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/cli.mjs", ...words], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: "utf8",
    });
    return { status, said: stdout.trim(), complained: stderr.trim() };
  };
  const copy = () => path("before.db");

  test("the restore drill: back up, check, lose the database, restore, check", () => {
    expect(zoo("backup", copy())).toMatchObject({
      status: 0,
      said: `Backed up to ${copy()}, and checked`,
    });
    expect(zoo("restore", copy(), "--check")).toMatchObject({
      status: 0,
      said: `${copy()} is sound`,
    });
    write(site, "written after the backup");
    site.close();
    truncateSync(file, 5_000);
    expect(zoo("check").status).toBe(1);

    const { status, said } = zoo("restore", copy());
    expect(status).toBe(0);
    expect(said).toContain(`Restored ${copy()}\nThe old database is kept as ${file}.before-`);
    expect(zoo("check")).toMatchObject({ status: 0, said: `${file} is sound`, complained: "" });
    expect(countIn(file)).toBe(200);
  });

  test("reports an error in one line and exits with 1", () => {
    expect(zoo("restore", "no-such-file")).toMatchObject({ status: 1, said: "" });
    expect(zoo("restore", "no-such-file").complained).toMatch(
      /^There is no backup at \S+no-such-file$/,
    );
    zoo("backup", copy());
    expect(zoo("backup", copy())).toMatchObject({
      status: 1,
      complained: `${copy()} already exists: choose another name`,
    });
    expect(zoo("restore", copy())).toMatchObject({
      status: 1,
      complained: `${file} is open: stop the site first`,
    });
    writeFileSync(path("letter.db"), "Dear diary");
    expect(zoo("restore", path("letter.db"))).toMatchObject({
      status: 1,
      complained: `${path("letter.db")} is not sound: file is not a database`,
    });
  });
});
