import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import * as schema from "db/schema";
import { listAudit } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { addDays, formatShortDate } from "~/lib/dates";
import { sendMessage } from "~/features/messages/messages.server";
import { requestBookingLinks } from "~/features/mail/enqueue-mail.server";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { orderById } from "~/features/orders/orders.server";
import { runRetention } from "~/features/privacy/retention-job.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { findPerson } from "~/features/privacy/personal-data.server";
import { SetRetention } from "~/features/privacy/privacy.schema";
import {
  retentionDays,
  setRetentionDays,
  ordersToErase,
} from "~/features/privacy/retention.server";
import { transaction } from "~/lib/write-transaction.server";
import { startOfDay, toLocalDate } from "~/lib/time-zone.server";
import { personFile } from "~/features/privacy/person-file.server";
import { privacyView } from "~/features/privacy/privacy.presenter.server";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { aRequest } from "../../support/data/groups";

const DAY = 86_400_000;
const VISIT = addDays(toLocalDate(), 1);
const WHO = { name: "Zebulon Quist", email: "zebulon@quist.example", phone: "5550199" };
const WORDS = [WHO.name, WHO.email, WHO.phone];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const owner = () => asStaff(anAdmin({ role: "owner" }));
const aMessage = (changes: object = {}) =>
  sendMessage({ name: WHO.name, email: WHO.email, subject: "Owls", body: "Hoot?", ...changes });

/** Whether anything in the database tells of these words, in whatever table. */
function told(words: string[]) {
  return tables().flatMap((table) =>
    rowsOf(table)
      .filter((row) => words.some((word) => JSON.stringify(row).includes(word)))
      .map(() => table),
  );
}

const tables = () =>
  sqlite
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all() as string[];
const rowsOf = (table: string) =>
  sqlite.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];

/** Every row of every table, but of those that are kept for the machine. */
function everything(without: string[] = []) {
  const kept = tables().filter(
    (table) =>
      !["settings", "order_search_queue", "search_purge_queue", ...without].includes(table),
  );
  return Object.fromEntries(kept.map((table) => [table, rowsOf(table)]));
}

/** The clock goes on to this moment, and the zoo was in use until then. */
function goOnTo(at: number) {
  vi.setSystemTime(at - 2 * DAY);
  transaction((tx) => recordAudit(tx, "visitor", { action: "order.place", target: "order ZV-1" }));
  vi.setSystemTime(at);
}

const midnightAfter = (visit: string, days: number) => startOfDay(addDays(visit, days));

describe("contact data is erased by age", () => {
  test("at the start of the zoo-local day 365 days after the visit", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });

    goOnTo(midnightAfter(VISIT, 365) - 1);
    await runRetention();
    expect(orderById(id)).toMatchObject({ contactName: WHO.name, contactEmail: WHO.email });

    goOnTo(midnightAfter(VISIT, 365));
    await runRetention();
    expect(orderById(id)).toMatchObject({ contactName: "", contactEmail: "", contactPhone: "" });
    expect(told(WORDS)).toEqual([]);
  });

  test("messages are deleted as many days after arrival", async () => {
    vi.setSystemTime(startOfDay(VISIT) + DAY - 1);
    aMessage();
    vi.setSystemTime(startOfDay(VISIT) + DAY);
    const { id } = aMessage();

    goOnTo(midnightAfter(VISIT, 365) - 1);
    await runRetention();
    expect(rowsOf("messages")).toHaveLength(2);

    goOnTo(midnightAfter(VISIT, 365));
    await runRetention();
    expect(rowsOf("messages")).toMatchObject([{ id }]);
  });

  test.each(ORDER_STATUSES)("of a %s order nothing else changes", async (status) => {
    const old = anOrder({ contact: WHO, visitDate: VISIT, status });
    anOrder({ contact: WHO, visitDate: addDays(VISIT, 1), status });
    goOnTo(midnightAfter(VISIT, 365));
    const before = everything();

    await runRetention();

    const after = everything();
    const nobody = {
      ...{ contact_name: "", contact_email: "", contact_phone: "" },
      erased_at: Date.now(),
    };
    expect(after.orders).toEqual(
      before.orders!.map((row) => (row.id === old.id ? { ...row, ...nobody } : row)),
    );
    expect(after.outbox).toEqual(before.outbox!.filter((row) => row.order_seq !== old.seq));
    expect(after.audit!.slice(0, -1)).toEqual(before.audit);
    const changed = [
      "orders",
      "outbox",
      "audit",
      ...tables().filter((name) => /^order_search/.test(name)),
    ];
    const rest = (all: object) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !changed.includes(name)));
    expect(rest(after)).toEqual(rest(before));
  });

  test("a run with erasures leaves one audit row", async () => {
    anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    aMessage();
    goOnTo(midnightAfter(VISIT, 366));

    await runRetention();
    expect(runRetention(), "it is done for today").toBeUndefined();
    vi.setSystemTime(Date.now() + DAY);
    await runRetention();

    const rows = listAudit(owner(), { target: "privacy" }).items;
    expect(rows).toMatchObject([{ action: "privacy.expire", actorName: "site" }]);
    expect(JSON.parse(rows[0]!.after!)).toEqual({ orders: 1, messages: 1, emails: 2 });
  });

  test("many orders are erased in batches", async () => {
    const { seq } = anOrder({ contact: WHO, visitDate: VISIT, status: "cancelled" });
    const columns =
      "visit_date, visit_slot, contact_name, contact_email, contact_phone, subtotal_paise, total_paise, payment_method, status, ticket_count, expires_at, created_at, updated_at, placed_on";
    sqlite.exec(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1700)
      INSERT INTO orders (id, ${columns}) SELECT 'X' || n, ${columns} FROM n, orders WHERE seq = ${seq};
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1100)
      INSERT INTO messages (id, name, body, created_at) SELECT n, '${WHO.name}', 'Hoot', 0 FROM n`);
    goOnTo(midnightAfter(VISIT, 365));

    let turns = 0;
    let isDone = false;
    const run = runRetention()!.then(() => (isDone = true));
    for (; !isDone; turns += 1) await new Promise((next) => setImmediate(next));
    await run;

    expect(turns).toBeGreaterThan(4);
    expect(told(WORDS)).toEqual([]);
    const [row] = listAudit(owner(), { target: "privacy" }).items;
    expect(JSON.parse(row!.after!)).toMatchObject({ orders: 1701, messages: 1100 });
  });

  test("an interrupted run is repeated on the same day", async () => {
    anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    goOnTo(midnightAfter(VISIT, 365));
    sqlite.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    await expect(runRetention()).rejects.toThrow("disk full");
    sqlite.exec("DROP TRIGGER full");

    await runRetention();

    expect(told(WORDS)).toEqual([]);
  });

  test("is not found by erased data, and erases later edits", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    const search = (q: string) =>
      listOrders(owner(), ListOrders.parse({ q })).items.map((order) => order.id);
    expect(search("zebulon")).toEqual([id]);
    goOnTo(midnightAfter(VISIT, 365));
    await runRetention();
    expect(search("zebulon")).toEqual([]);
    expect(search(id)).toEqual([id]);

    db.update(schema.orders).set({ contactPhone: WHO.phone }).run();
    vi.setSystemTime(Date.now() + DAY);
    await runRetention();
    expect(told(WORDS)).toEqual([]);
  });

  test("a shorter period takes effect on the same day", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    goOnTo(midnightAfter(VISIT, 30));
    await runRetention();
    expect(orderById(id).contactEmail).toBe(WHO.email);
    expect([31, 30].map((days) => ordersToErase(owner(), days))).toEqual([0, 1]);

    setRetentionDays(owner(), { days: 30 });
    await runRetention();
    expect(ordersToErase(owner(), 30)).toBe(0);
    expect(orderById(id).contactEmail).toBe("");
  });

  test("a shorter period counts no order erased before", () => {
    anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    anOrder({ visitDate: VISIT, status: "paid" });
    goOnTo(midnightAfter(VISIT, 30));
    erasePerson(owner(), WHO.email);

    expect(ordersToErase(owner(), 30)).toBe(1);
  });
});

describe("a clock jump", () => {
  const twoYears = midnightAfter(VISIT, 730);
  const refused = /^No contacts are erased: it is \d{4}-.*, and nobody has done anything since /;
  const isErased = (id: string) => orderById(id).contactEmail === "";
  const page = () => privacyView(owner(), {});

  test("erases nothing, is logged once a day, and ends when corrected", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    aMessage();
    await runRetention();
    const right = Date.now();
    const day = toLocalDate();

    vi.setSystemTime(twoYears);
    expect(() => runRetention()).toThrow(refused);
    expect(runRetention()).toBeUndefined();
    expect(page().erasurePause).toEqual({
      since: formatShortDate(day),
      today: formatShortDate(toLocalDate()),
    });
    anOrder();
    expect(runRetention(), "a booking of now does not vouch for now").toBeUndefined();

    vi.setSystemTime(right + DAY);
    await runRetention();
    expect(page().erasurePause).toBeNull();
    expect(isErased(id)).toBe(false);
    expect(rowsOf("messages")).toHaveLength(1);
  });

  test("is not hidden by activity under another wrong clock", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    const right = Date.now();
    vi.setSystemTime(twoYears - 2 * DAY);
    transaction((tx) =>
      recordAudit(tx, "visitor", { action: "order.place", target: "order ZV-1" }),
    );
    vi.setSystemTime(right + DAY);
    transaction((tx) =>
      recordAudit(tx, "visitor", { action: "order.place", target: "order ZV-2" }),
    );
    vi.setSystemTime(twoYears - 2 * DAY);
    transaction((tx) => recordAudit(tx, "site", { action: "order.expire", target: "order ZV-1" }));

    vi.setSystemTime(twoYears + DAY);
    expect(() => runRetention()).toThrow(refused);
    expect(isErased(id)).toBe(false);
  });

  test("ends a day after the next booking", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    await runRetention();
    vi.setSystemTime(twoYears + 2 * DAY);
    anOrder();
    expect(() => runRetention()).toThrow(refused);

    vi.setSystemTime(twoYears + 3 * DAY);
    await runRetention();
    expect(isErased(id)).toBe(true);
  });

  test("needs more than a month without runs", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    for (let at = Date.now(); at < midnightAfter(VISIT, 366); at += 31 * DAY) {
      vi.setSystemTime(at);
      await runRetention();
    }
    vi.setSystemTime(midnightAfter(VISIT, 366));
    await runRetention();
    expect(isErased(id)).toBe(true);
  });
});

test("the default is 365 days, and changes are audited", () => {
  expect(retentionDays()).toBe(365);
  setRetentionDays(owner(), { days: 90 });
  setRetentionDays(owner(), { days: 90 });

  expect(retentionDays()).toBe(90);
  expect(listAudit(owner(), { target: "privacy" }).items).toMatchObject([
    { action: "privacy.keep", before: '{"days":365}', after: '{"days":90}' },
  ]);
});

test.each([
  ["30", true],
  [" 3650 ", true],
  ["29", false],
  ["3651", false],
  ["0", false],
  ["", false],
  ["90.5", false],
  ["-90", false],
  [undefined, false],
])("accepts %j days: %j", (days, taken) => {
  expect(SetRetention.safeParse({ days }).success).toBe(taken);
});

describe("a person", () => {
  test("is erased completely, ignoring case, and no one else is", () => {
    const order = anOrder({ contact: WHO, visitDate: VISIT, status: "paid" });
    const gone = anOrder({ contact: WHO, status: "cancelled" });
    anOrder({ contact: { ...WHO, name: "Other", email: "other@quist.example", phone: "" } });
    aMessage({ email: "ZEBULON@quist.example" });
    aMessage({ name: "Other", email: "other@quist.example" });
    requestBookingLinks("Zebulon@Quist.example"); // without a mail server a message to staff, too
    requestBookingLinks("other@quist.example");
    vi.setSystemTime(midnightAfter(VISIT, 1));

    const erased = erasePerson(owner(), "zebulon@QUIST.example");

    expect(erased).toEqual({ orders: 2, messages: 2, emails: 5 });
    expect(told([...WORDS, "ZEBULON", "Zebulon"])).toEqual([]);
    expect(orderById(order.id)).toMatchObject({ status: "paid", totalPaise: order.totalPaise });
    expect(orderById(gone.id).status).toBe("cancelled");
    expect(told(["other@quist.example"])).toEqual(
      expect.arrayContaining(["messages", "orders", "outbox"]),
    );
    const links = rowsOf("outbox").filter(({ kind }) => kind === "links");
    expect(links).toMatchObject([{ recipient: "other@quist.example" }]);
  });

  test.each(["pending", "paid"] as const)("retains an upcoming %s order", (status) => {
    const { id } = anOrder({ contact: WHO, visitDate: tomorrow(), status });
    const named = expect.objectContaining({
      code: "conflict",
      message: expect.stringContaining(id) as string,
    });

    expect(() => erasePerson(owner(), WHO.email)).toThrowError(named);

    aMessage();
    expect(erasePerson(owner(), WHO.email)).toEqual({ orders: 0, messages: 1, emails: 0 });
    expect(orderById(id).contactEmail).toBe(WHO.email);
    expect(told([WHO.email])).toContain("outbox");

    requestBookingLinks(WHO.email);
    erasePerson(owner(), WHO.email);
    const mails = rowsOf("outbox").filter(({ recipient }) => recipient === WHO.email);
    expect(mails.map(({ kind }) => kind)).not.toContain("links");

    updateOrderStatus(owner(), id, status === "paid" ? "refunded" : "cancelled");
    erasePerson(owner(), WHO.email);
    expect(told(WORDS)).toEqual([]);
  });

  test("a visit today is upcoming until its slot ends", () => {
    const { id } = anOrder({
      contact: WHO,
      visitDate: VISIT,
      visitSlot: "morning",
      status: "paid",
    });
    const end = startOfDay(VISIT) + 12 * 3_600_000;
    const isAhead = () =>
      findPerson(owner(), WHO.email).orders.find((each) => each.id === id)?.isUpcoming;

    vi.setSystemTime(end - 1 - 3_600_000);
    expect(isAhead()).toBe(true);
    vi.setSystemTime(end + 3_600_000);
    expect(isAhead()).toBe(false);
  });

  test("an unknown address cannot be erased", () => {
    expect(() => erasePerson(owner(), WHO.email)).toThrowError(
      expect.objectContaining({ code: "not_found" }),
    );
  });

  test("an order that once had the address retains its mails", () => {
    const { id, seq } = anOrder({ contact: WHO });
    db.update(schema.orders).set({ contactEmail: "right@quist.example" }).run();
    const lastError = `550 5.1.1 <${WHO.email}>: no such user`; // mail servers repeat the address
    db.update(schema.outbox).set({ lastError }).run();

    expect(erasePerson(owner(), WHO.email)).toEqual({ orders: 0, messages: 0, emails: 1 });

    expect(told([WHO.email])).toEqual([]);
    expect(rowsOf("outbox")).toMatchObject([{ order_seq: seq, recipient: "", state: "waiting" }]);
    expect(orderById(id).contactEmail).toBe("right@quist.example");
  });

  test("includes mails about their orders sent to a mistyped address", () => {
    anOrder({ contact: { ...WHO, email: "zebulon@qiust.example" } });
    db.update(schema.orders).set({ contactEmail: WHO.email }).run();

    expect(findPerson(owner(), WHO.email).mails).toMatchObject([
      { kind: "booked", recipient: "zebulon@qiust.example" },
    ]);
  });

  test("is audited under a keyed hash of the address", () => {
    const targets = [WHO.email, WHO.email.toUpperCase(), "other@quist.example"].map((email) => {
      aMessage({ email });
      erasePerson(owner(), email);
      return listAudit(owner(), {}).items[0]!.target;
    });

    expect(targets[0]).toMatch(/^person [0-9A-Z]{26}$/);
    expect(targets[1]).toBe(targets[0]);
    expect(targets[2]).not.toBe(targets[0]);
    expect(told(["quist"])).toEqual([]);
  });
});

/** Every column whose name says that it may be about a person, and what becomes of it. */
const PERSONAL: Record<string, "erased" | "a provider's" | "staff" | "not about a person"> = {
  "orders.contact_name": "erased",
  "orders.contact_email": "erased",
  "orders.contact_phone": "erased",
  "messages.name": "erased",
  "messages.folded_name": "erased",
  "messages.email": "erased",
  "messages.subject": "erased",
  "messages.body": "erased",
  "group_orders.organisation": "erased",
  "group_requests.organisation": "erased",
  "group_requests.contact_name": "erased",
  "group_requests.email": "erased",
  "group_requests.phone": "erased",
  "group_requests.ages": "erased",
  "group_requests.message": "erased",
  "group_requests.answer": "erased",
  "outbox.recipient": "erased",
  "outbox.payload": "erased",
  "outbox.last_error": "erased",
  "admins.name": "staff",
  "admins.email": "staff",
  "sessions.user_agent": "staff",
  "trusted_devices.user_agent": "staff",
  "passkeys.name": "staff",
  "audit.actor_name": "staff",
  "animals.name": "not about a person",
  "settings.name": "not about a person",
  "secrets.name": "not about a person",
  "gate_devices.name": "not about a person",
  "gate_scans.answer": "not about a person",
  "capacity_overrides.note": "not about a person",
  "capacity_overrides.public_reason": "not about a person",
  "closures.note": "not about a person",
  "emergency_slips.note": "not about a person",
  "idempotency_keys.body_hash": "not about a person",
  "orders.status_reason": "not about a person",
  "payment_events.body": "a provider's",
  "payment_events.body_hash": "not about a person",
  "payment_events.error": "not about a person",
  "payments.review_note": "not about a person",
  "refunds.reason": "not about a person",
  "refunds.last_error": "not about a person",
  "shifts.reason": "not about a person",
  "shift_moves.reason": "not about a person",
  "order_items.rule_name": "not about a person",
  "price_rules.name": "not about a person",
  "ticket_types.note": "not about a person",
  "webhook_deliveries.message_id": "not about a person",
  "webhook_deliveries.body": "not about a person",
  "webhook_deliveries.answer": "not about a person",
};
const MAY_BE =
  /name|e?mail|phone|recipient|body|subject|payload|error|agent|address|note|answer|reason|organisation|message|ages|ip$/;

describe("all personal data is covered", () => {
  test("every column that may hold personal data is listed", () => {
    const found = Object.values(schema)
      .filter((each) => is(each, SQLiteTable))
      .flatMap((table) =>
        getTableConfig(table)
          .columns.filter(({ name, dataType }) => MAY_BE.test(name) && dataType !== "number")
          .map(({ name }) => `${getTableName(table)}.${name}`),
      );

    expect(found.toSorted()).toEqual(Object.keys(PERSONAL).toSorted());
  });

  test("erased data is in the download before, and in no table after", async () => {
    const { seq } = anOrder({ contact: WHO, status: "cancelled" });
    aMessage();
    db.insert(schema.groupOrders)
      .values({ orderSeq: seq, organisation: "", holdUntil: VISIT })
      .run();
    const { seq: _, orderSeq: __, ...request } = aRequest({ email: WHO.email });
    db.insert(schema.groupRequests).values(request).run();
    const canaries: Record<string, string> = {};
    for (const [column, kind] of Object.entries(PERSONAL)) {
      const [table = "", name = ""] = column.split(".");
      if (kind !== "erased" || /email|recipient|folded/.test(name)) continue;
      const canary = `canary-${column}`;
      canaries[column] = canary;
      const value = name === "payload" ? JSON.stringify({ canary }) : canary;
      sqlite.prepare(`UPDATE ${table} SET ${name} = ?`).run(value);
    }
    expect(Object.keys(canaries)).toHaveLength(14);

    const file = await personFile(findPerson(owner(), WHO.email)).text();
    for (const canary of Object.values(canaries)) expect(file).toContain(canary);
    expect(JSON.parse(file)).toMatchObject({
      email: WHO.email,
      orders: [{ number: orderNumberOf(seq), email: WHO.email, items: [{}, {}], total: 30 }],
      messages: [{ email: WHO.email }],
      emails: [{ to: WHO.email }, { to: WHO.email }],
      staffAccount: null,
    });

    erasePerson(owner(), WHO.email);
    expect(told(["canary-", WHO.email])).toEqual([]);
  });

  test("the download has the reference of a transfer", async () => {
    const { seq: orderSeq } = anOrder({ contact: WHO });
    db.insert(schema.bankReferences)
      .values({ orderSeq, reference: "103608848276", createdAt: 0 })
      .run();
    const { orders } = JSON.parse(await personFile(findPerson(owner(), WHO.email)).text());
    expect(orders[0].upiReference).toBe("103608848276");
  });

  test("the download leaves out the address of another person", async () => {
    const { id } = anOrder({
      contact: { ...WHO, email: "stranger@quist.example" },
      status: "paid",
    });
    sqlite.exec(`UPDATE outbox SET last_error = '550 ' || recipient, state = 'overtaken'`);
    editOrder(owner(), id, { contact: { email: WHO.email.toUpperCase() } });

    const file = await personFile(findPerson(owner(), WHO.email)).text();

    expect(JSON.parse(file).emails).toMatchObject([{ to: "another address" }, {}]);
    expect(file).not.toContain("stranger");
  });

  test("the download distinguishes used and void tickets", async () => {
    const { seq } = anOrder({ contact: WHO, status: "paid" });
    const [usedAt, voidedAt] = [
      Date.parse("2026-11-20T04:00:00Z"),
      Date.parse("2026-11-21T04:00:00Z"),
    ];
    const set = sqlite.prepare(
      "UPDATE tickets SET used_at = ?, voided_at = ? WHERE order_seq = ? AND number = ?",
    );
    set.run(usedAt, null, seq, 1);
    set.run(null, voidedAt, seq, 2);

    const { orders } = JSON.parse(await personFile(findPerson(owner(), WHO.email)).text());

    expect(orders[0].tickets).toMatchObject([
      { usedAt: "2026-11-20T04:00:00.000Z", voidedAt: null },
      { usedAt: null, voidedAt: "2026-11-21T04:00:00.000Z" },
    ]);
  });

  test("a staff account is downloaded without its password, and stays", async () => {
    const { id } = anAdmin({ name: "Zebulon", email: WHO.email, role: "editor" });
    const other = anAdmin({ email: "other@quist.example" });
    const signIn = sqlite.prepare("INSERT INTO sessions VALUES (?, ?, ?, 0, 0, 9)");
    signIn.run("S", id, "Firefox");
    signIn.run("T", other.id, "Safari");
    const trust = sqlite.prepare("INSERT INTO trusted_devices VALUES (?, ?, ?, ?, 0, 9)");
    trust.run("U", "U", id, "Firefox Focus");
    sqlite
      .prepare("INSERT INTO passkeys VALUES ('U', ?, 'Red laptop', x'00', 0, '[]', 0, NULL)")
      .run(id);
    trust.run("V", "V", other.id, "Safari");
    aMessage();

    const file = await personFile(findPerson(owner(), WHO.email)).text();
    erasePerson(owner(), WHO.email);

    expect(JSON.parse(file)).toMatchObject({
      staffAccount: {
        name: "Zebulon",
        role: "editor",
        signedIn: [{ userAgent: "Firefox" }],
        trustedDevices: [{ userAgent: "Firefox Focus" }],
        passkeys: [{ name: "Red laptop" }],
      },
    });
    expect(file).not.toMatch(/scrypt|assword|Safari/);
    expect(told([WHO.email])).toEqual(["admins"]);
  });
});

const orderNumberOf = (seq: number) => rowsOf("orders").find((row) => row.seq === seq)?.id;
