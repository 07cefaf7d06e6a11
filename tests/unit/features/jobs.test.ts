import { expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { idempotencyKeys, messages, orders, outbox } from "db/schema";
import { DomainError } from "~/lib/errors";
import { sendMessage } from "~/features/messages/messages.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { metricsSnapshot } from "~/features/maintenance/metrics-snapshot.server";
import { newestAudit } from "~/features/audit/record-audit.server";
import { logNewestAudit, runJobs } from "~/features/maintenance/jobs.server";
import { anAdmin, anOrder } from "../../support/data/factories";

vi.spyOn(orderSearch, "update").mockImplementation(() => {
  throw new Error("The index is broken");
});

test("a failing job is logged, and later ones run", async () => {
  sendMessage({
    name: "Asha Rao",
    email: "asha@example.org",
    subject: "Feeding times",
    body: "When are the otters fed?",
  });
  db.update(messages)
    .set({ createdAt: Date.now() - 400 * 86_400_000 })
    .run();
  const told = vi.fn();

  await runJobs(told);

  expect(told).toHaveBeenCalledExactlyOnceWith("The upkeep failed", expect.any(Error));
  expect(db.select().from(messages).all()).toEqual([]);
});

test("a job blocked by another writer runs later without an error", async () => {
  vi.mocked(orderSearch.update).mockImplementationOnce(() => {
    throw new DomainError("busy", "The site is very busy");
  });
  const told = vi.fn();

  await runJobs(told);

  expect(told).not.toHaveBeenCalled();
});

test("mails past their retries do not count as waiting", () => {
  anOrder();
  expect(metricsSnapshot().mailsWaiting).toBe(1);

  db.update(outbox).set({ state: "failed" }).run();

  expect(metricsSnapshot().mailsWaiting).toBe(0);
});

test("runs do not overlap", async () => {
  const first = runJobs(vi.fn());
  expect(runJobs(vi.fn())).toBe(first);
  await first;
});

test("purges scans after 30 days and ended sessions", async () => {
  const DAY = 86_400_000;
  const now = Date.now();
  const { id } = anAdmin();
  const scan = sqlite.prepare(
    "INSERT INTO gate_scans VALUES (?, 'X', 'unknown', '{}', 0, 0, ?, ?, ?, NULL)",
  );
  for (let at = 0; at < 1_200; at += 1) scan.run(`old ${at}`, 0, now - 30 * DAY - 60_000, id);
  scan.run("young", 0, now - 30 * DAY + 60_000, id);
  const session = sqlite.prepare("INSERT INTO sessions VALUES (?, ?, 'Firefox', 0, 0, ?)");
  session.run("ended", id, now);
  session.run("open", id, now + 60_000);
  sqlite
    .prepare("INSERT INTO refresh_tokens (hash, session_id, created_at) VALUES ('h', 'ended', 0)")
    .run();

  await runJobs(vi.fn());

  const all = (sql: string) => sqlite.prepare(sql).pluck().all();
  expect(all("SELECT key FROM gate_scans")).toEqual(["young"]);
  expect(all("SELECT id FROM sessions")).toEqual(["open"]);
  expect(all("SELECT hash FROM refresh_tokens")).toEqual([]);
});

test("expires unpaid orders and purges keys and mails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { seq } = anOrder();
  db.insert(idempotencyKeys)
    .values({ key: "k", bodyHash: "", orderSeq: seq, createdAt: Date.now() })
    .run();
  const state = () => [
    db.select().from(orders).get()?.status,
    db.select().from(idempotencyKeys).all().length,
    db
      .select()
      .from(outbox)
      .all()
      .map(({ kind }) => kind),
  ];
  expect(state()).toEqual(["pending", 1, ["booked"]]);

  vi.setSystemTime(Date.now() + 91 * 86_400_000);
  await runJobs(vi.fn());

  expect(state()).toEqual(["cancelled", 0, []]);
  vi.useRealTimers();
});

test("the newest audit hash goes to the log once an hour", () => {
  anOrder();
  const lines: string[] = [];
  const now = Date.now() + 24 * 3_600_000;
  for (const minutes of [0, 1, 59, 60])
    logNewestAudit((line) => lines.push(line), now + minutes * 60_000);

  const { id, hash } = newestAudit()!;
  expect(lines).toEqual(Array(2).fill(`Audit record ${id} has the hash ${hash}`));
});
