import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProblems } from "db/backup.server";
import { LATEST_VERSION } from "db/migrate.server";
import { end, oneFile } from "../support/site/executable";

const ORDERS = 8_000;
const OLD = 1;
let file: ReturnType<typeof oneFile>;
beforeAll(() => {
  file = oneFile();
  makeOld(file.path("old.db"));
});
afterAll(() => file.remove());

/** A zoo as the first version left it. */
function makeOld(path: string) {
  const steps = readdirSync("db/migrations").toSorted().slice(0, OLD);
  const database = new Database(path);
  for (const step of steps) database.exec(readFileSync(`db/migrations/${step}`, "utf8"));
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS})
    INSERT INTO orders (id, visit_date, visit_slot, contact_name, contact_email, subtotal_paise, total_paise,
                        payment_method, status, ticket_count, held_until, created_at, updated_at)
    SELECT 'ZV-' || i, '2030-01-01', 'morning', 'Asha Rao', 'asha@example.org', 500, 500,
           'upi', 'cancelled', 1, 0, 1700000000000 + i, 0 FROM n;
    INSERT INTO order_items SELECT seq, 'adult', 1, 500 FROM orders;
    PRAGMA user_version = ${OLD};`);
  database.close();
}

function zooFrom(folder: string) {
  mkdirSync(file.path(folder));
  copyFileSync(file.path("old.db"), file.path(folder, "zoo.db"));
  return { DATA_DIR: folder, ZOO_CACHE_DIR: file.path("cache") };
}

const stateOf = (path: string) => {
  const database = new Database(file.path(path), { readonly: true });
  const version = database.pragma("user_version", { simple: true });
  const orders = database.prepare("SELECT count(*) FROM orders").pluck().get();
  database.close();
  return { version, orders };
};
const copiesIn = (folder: string) =>
  existsSync(file.path(folder, "backups")) ? readdirSync(file.path(folder, "backups")) : [];

test("a zoo of an older version is kept as it was, then upgraded where it is, and opens", async () => {
  const env = zooFrom("upgraded");
  const site = await file.open(env);
  await site.close();

  const [copy, ...others] = copiesIn("upgraded").filter((name) => name.startsWith("before"));
  expect(others).toEqual([]);
  expect(copy).toMatch(/^before-upgrade-1-\d{8}T\d{6}Z\.db$/);
  expect(site.said.out).toContain(`is kept as upgraded/backups/${copy}`);
  expect(stateOf(`upgraded/backups/${copy}`)).toEqual({ version: OLD, orders: ORDERS });
  expect(findProblems(file.path("upgraded/backups", copy!))).toEqual([]);
  expect(stateOf("upgraded/zoo.db")).toEqual({ version: LATEST_VERSION, orders: ORDERS });
  expect(file.zoo(["check"], env)).toMatchObject({ status: 0, complained: "" });
});

test("a setting that is refused upgrades nothing and leaves nothing behind", () => {
  const env = { ...zooFrom("refused"), PORT: "abc" };
  expect(file.zoo(["serve"], env).status).toBe(2);
  expect(stateOf("refused/zoo.db").version).toBe(OLD);
  expect(readdirSync(file.path("refused"))).toEqual(["zoo.db"]);
  for (const words of [["serve"], ["create-owner", "a@zoo.test", "--generate"]])
    expect(file.zoo(words, { ...env, DATA_DIR: "fresh" }).status, words[0]).toBe(2);
  expect(existsSync(file.path("fresh"))).toBe(false);
});

test("accounts wait for the upgrade, and the way back is the copy that it keeps", () => {
  const env = zooFrom("back");
  expect(file.zoo(["create-owner", "a@zoo.test", "--generate"], env)).toMatchObject({
    status: 1,
    complained:
      "back/zoo.db is from an older version: stop the site and run the migrate command first",
  });
  const { said } = file.zoo(["migrate"], env);
  const [copy] = copiesIn("back");
  expect(said?.split("\n")).toEqual([
    expect.stringMatching(` is kept as back/backups/${copy}$`),
    "back/zoo.db is a database of this version",
  ]);
  expect(file.zoo(["restore", `back/backups/${copy}`], env).status).toBe(0);
  expect(stateOf("back/zoo.db")).toEqual({ version: OLD, orders: ORDERS });
});

test.each([0.3, 0.6, 0.9])(
  "killed at %d of an upgrade, it is the old zoo or the new one",
  async (at) => {
    const started = performance.now();
    file.zoo(["migrate"], zooFrom(`whole-${at}`));
    const whole = performance.now() - started;

    const env = zooFrom(`killed-${at}`);
    const { child } = file.start(["migrate"], env);
    await sleep(whole * at);
    await end(child, "SIGKILL");
    expect([OLD, LATEST_VERSION]).toContain(stateOf(`killed-${at}/zoo.db`).version);
    expect(findProblems(file.path(`killed-${at}/zoo.db`))).toEqual([]);

    expect(file.zoo(["migrate"], env)).toMatchObject({ status: 0, complained: "" });
    expect(stateOf(`killed-${at}/zoo.db`)).toEqual({ version: LATEST_VERSION, orders: ORDERS });
  },
);
