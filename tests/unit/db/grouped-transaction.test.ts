import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { settings } from "db/schema";
import { groupedTransaction, dataVersion } from "db/transaction.server";

const add = (name: string) => (tx: any) =>
  void tx.insert(settings).values({ name, value: "1" }).run();
const names = () =>
  db
    .select()
    .from(settings)
    .where(sql`name LIKE 'group %'`)
    .all()
    .map(({ name }) => name);

// Other tests run in a transaction that is thrown away; these are about the end of one.
beforeEach(() => void sqlite.exec("ROLLBACK"));
afterEach(() => {
  db.delete(settings)
    .where(sql`name LIKE 'group %'`)
    .run();
  sqlite.exec("BEGIN");
});

test("simultaneous changes share a transaction, each with its own result", async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      groupedTransaction((tx) => {
        add(`group ${n}`)(tx);
        return n;
      }),
    ),
  );
  expect(answers).toEqual([1, 2, 3]);
  expect(names()).toHaveLength(3);
});

test("a failed change is rolled back without affecting the others", async () => {
  const outcomes = await Promise.allSettled([
    groupedTransaction(add("group a")),
    groupedTransaction((tx) => {
      add("group b")(tx);
      throw new Error("no");
    }),
    groupedTransaction(add("group c")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(names()).toEqual(["group a", "group c"]);
});

test("each change sees earlier ones of the group", async () => {
  const count = (tx: any) => tx.select().from(settings).where(eq(settings.name, "group a")).all();
  const [, seen] = await Promise.all([
    groupedTransaction(add("group a")),
    groupedTransaction((tx) => count(tx).length),
  ]);
  expect(seen).toBe(1);
});

test("a failed commit rejects every change", async () => {
  const failing = groupedTransaction((tx) => {
    add("group a")(tx);
    tx.run(sql`PRAGMA defer_foreign_keys = 1`);
    tx.run(sql`INSERT INTO idempotency_keys VALUES ('k', 'h', 999999, 1)`); // found out at the commit
  });
  const outcomes = await Promise.allSettled([
    groupedTransaction(add("group b")),
    failing,
    groupedTransaction(() => {
      throw new Error("no");
    }),
    groupedTransaction(add("group c")),
  ]);
  const lost = expect.stringContaining("FOREIGN KEY");
  expect(outcomes).toMatchObject(
    [lost, lost, "no", lost].map((message) => ({ reason: { message } })),
  );
  expect(names()).toEqual([]);
  await groupedTransaction(add("group d"));
  expect(names()).toEqual(["group d"]);
});

test("only committed changes count as writes", async () => {
  const before = dataVersion();
  await groupedTransaction(add("group a"), "availability");
  await groupedTransaction(add("group b"), "none");
  await groupedTransaction(() => {
    throw new Error("no");
  }, "all").catch(() => null);
  expect(dataVersion()).toEqual({ all: before.all, availability: before.availability + 1 });
});
