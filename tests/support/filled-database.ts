import type { Database } from "better-sqlite3";
import { MIGRATIONS } from "db/migrate.server";
import peopleInside from "db/migrations/0018_people_inside.sql";

const STATUSES = ["pending", "paid", "cancelled", "refunded"];
const METHODS = ["upi", "card", "cash"];
const SLOTS = ["morning", "afternoon", "evening"];
const ROLES = ["owner", "admin", "editor"];
const IMAGE_TYPES = ["image/webp", "image/avif", "image/jpeg"];
const MAIL_STATES = ["waiting", "sent", "failed", "overtaken"];
const VERDICTS = ["in", "other-day", "other-slot", "closed", "used", "void", "unknown"];
const NOW = Date.parse("2026-11-24T06:00:00Z");
const DAY_MS = 86_400_000;
const PRICES = { adult: 2_000, child: 1_000, senior: 1_500 };

/** Adds rows of every kind to each table that a database of this schema version has. */
export function fill(sqlite: Database, version: number) {
  const insert = inserterInto(sqlite);
  fillSite(insert, version);
  const orders = STATUSES.flatMap((status) =>
    METHODS.flatMap((method) => SLOTS.map((slot) => ({ status, method, slot }))),
  );
  for (const [at, order] of orders.entries()) fillOrder(insert, version, { seq: at + 1, ...order });
  sqlite.exec(`
    INSERT INTO ${nameIn(sqlite, "held_places")} (visit_date, visit_slot, held)
    SELECT visit_date, visit_slot, sum(ticket_count) FROM orders
    WHERE status IN ('pending', 'paid') GROUP BY 1, 2`);
  sqlite
    .prepare("UPDATE tickets SET used_at = ?, used_by = 'admin-1' WHERE number = 2")
    .run(NOW + DAY_MS);
  if (version >= 18) sqlite.exec(HOLD_FOR_ARRIVED);
  sqlite.exec("UPDATE orders SET contact_email = '', contact_name = '' WHERE seq IN (2, 3)");
  if (version >= 22) fillMoney(insert);
  if (version >= 28) fillGroups(insert);
  if (version >= 24) fillShifts(sqlite, insert);
  if (version >= 25) fillPartyCodes(insert);
  if (version >= 27) {
    insert("emergency_slips", { number: 1, printed_at: NOW, printed_by: "admin-1" });
    const entered = {
      entered_at: NOW,
      entered_by: "admin-1",
      order_id: "ZV-5",
      taken_paise: 2_000,
    };
    insert("emergency_slips", { number: 2, printed_at: NOW, printed_by: "admin-1", ...entered });
  }
  fillCounters(sqlite, insert);
  if (version >= 14) sqlite.exec(INDEX_ORDERS); // earlier migrations do it
  if (version >= 17) sqlite.exec(INDEX_MESSAGES); // and a trigger
}

/** Migration 18 does it for earlier versions. */
const HOLD_FOR_ARRIVED = peopleInside.slice(0, peopleInside.indexOf(";"));

/** What the site does in the background. */
const INDEX_ORDERS = `
  INSERT INTO order_search (rowid, id, contact_name, contact_email, payment_method, status)
  SELECT seq, id, contact_name, contact_email, payment_method, status FROM orders`;

const INDEX_MESSAGES = `
  INSERT INTO message_search (rowid, name, email, subject, body)
  SELECT seq, name, email, subject, body FROM messages`;

type Row = Record<string, unknown>;
type Insert = (table: string, row: Row) => void;

/** New names of columns by old names. */
export const RENAMED_COLUMNS: Record<string, string> = {
  in_index: "search_index",
  asked: "requests",
  begun_for: "started_for",
  held_until: "expires_at",
  owed: "refund_due",
  ahead: "admitted_offline",
  way: "resolution",
};
const RENAMED_TABLES: Record<string, string> = Object.assign(
  {},
  ...MIGRATIONS.map(({ renames }) => renames),
);

/** A table's name in the schema version of this database. */
function nameIn(sqlite: Database, table: string) {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table);
  return exists ? table : (RENAMED_TABLES[table] ?? table);
}

/** Leaves out what the schema version does not have yet. */
function inserterInto(sqlite: Database): Insert {
  return (oldTable, oldRow) => {
    const table = nameIn(sqlite, oldTable);
    const row = Object.fromEntries(
      Object.entries(oldRow).flatMap(([name, value]) => [
        [name, value],
        [RENAMED_COLUMNS[name] ?? name, value],
      ]),
    );
    const columns = sqlite.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table);
    const names = Object.keys(row).filter((name) => columns.includes(name));
    if (names.length === 0) return;
    const values = names.map((name) => `@${name}`);
    sqlite.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${values.join()})`).run(row);
  };
}

function fillSite(insert: Insert, version: number) {
  for (const [at, role] of [...ROLES, "admin"].entries()) {
    const id = `admin-${at}`;
    const person = { name: `Ravi ${at}`, email: `ravi${at}@example.org`, password_hash: "scrypt" };
    const times = { created_at: NOW, updated_at: NOW + at };
    insert("admins", { id, ...person, role, active: at === 3 ? 0 : 1, ...times });
    const until = { last_seen_at: NOW + 5, expires_at: NOW + DAY_MS };
    insert("sessions", { id: `session-${at}`, admin_id: id, created_at: NOW, ...until });
    const session = { session_id: `session-${at}`, created_at: NOW };
    insert("refresh_tokens", { hash: `new-${at}`, ...session });
    insert("refresh_tokens", { hash: `old-${at}`, ...session, rotated_at: NOW + 1 });
    fillFactor(insert, at, id);
  }
  for (const at of [1, 2, 3]) {
    insert("images", { id: `image-${at}`, created_at: NOW });
    for (const type of IMAGE_TYPES) {
      const size = { width: 320 * at, height: 200 * at };
      insert("image_files", {
        image_id: `image-${at}`,
        ...size,
        type,
        bytes: Buffer.from([at, 0, 255]),
      });
    }
    insert("animals", {
      id: `animal-${at}`,
      name: `Tiger ${at}`,
      category: "Mammals",
      description: "Striped",
      image_id: at === 3 ? null : `image-${at}`,
      search_text: `tiger ${at} mammals`,
      created_at: NOW,
      updated_at: NOW,
    });
    const capacity = { visit_slot: SLOTS[at - 1], capacity: at * 100 };
    insert("weekly_capacity", { weekday: at, ...capacity });
    insert("dated_capacity", {
      visit_date: `2026-12-0${at}`,
      ...capacity,
      capacity: 0,
      note: "Holiday",
      public_reason: "Republic Day",
    });
    const forAll = { ticket_types: "[]", percent: at * 10 };
    insert("price_rules", { position: at, name: `Rule ${at}`, slots: "[]", ...forAll });
    insert("promo_codes", { code: `CODE${at}`, created_at: NOW, ...forAll });
    insert("settings", { name: `setting-${at}`, value: `"${at}"` });
    insert("secrets", { name: `secret-${at}`, value: "random" });
  }
  for (const [at, flags] of ["00", "10", "01", "11"].entries()) {
    const [read, archived] = [...flags].map(Number);
    const text = {
      name: "Meera",
      email: "meera@example.org",
      subject: "Parking",
      body: `Elephants ${at}`,
    };
    insert("messages", { id: `message-${at}`, ...text, read, archived, created_at: NOW + at });
  }
  for (const way of ["offer", "cancel"]) {
    insert("closures", { visit_date: "2026-12-01", way, closed_by: "Ravi", created_at: NOW });
  }
  const verdicts = VERDICTS.filter((verdict) => verdict !== "closed" || version >= 9);
  for (const [at, verdict] of verdicts.entries()) {
    const scan = {
      code: `T1-${at}`,
      verdict,
      answer: JSON.stringify({ verdict }),
      admin_id: "admin-1",
    };
    const counts = { admitted: verdict === "in" ? 1 : 0, ahead: at % 3 };
    const times = { scanned_at: NOW, received_at: NOW + at, dismissed_at: at % 2 ? NOW : null };
    insert("gate_scans", { key: `scan-${at}`, ...scan, ...counts, ...times });
  }
  for (const at of [1, 2]) {
    const device = { id: `device-${at}`, name: "East gate", created_by: "admin-1" };
    const seen = { created_at: NOW, paired_at: NOW, last_seen_at: NOW };
    const revoked = at === 1 ? { revoked_at: NOW } : { token_hash: "t" };
    insert("gate_devices", { ...device, ...seen, ...revoked });
  }
}

type Order = { seq: number; status: string; method: string; slot: string };

function fillOrder(insert: Insert, version: number, { seq, status, method, slot }: Order) {
  const counts = { adult: 1 + (seq % 3), child: seq % 2, senior: seq % 5 === 0 ? 2 : 0 };
  const lines = Object.entries(counts).filter(([, quantity]) => quantity > 0);
  const priced = lines.map(([type, quantity]) => [type, quantity, priceOf(type)] as const);
  const subtotal = priced.reduce((sum, [, quantity, price]) => sum + quantity * price, 0);
  const discount = seq % 4 === 0 ? subtotal / 10 : 0;
  // In version 2 triggers write these.
  const typeCounts =
    version === 2
      ? {}
      : { adult_count: counts.adult, child_count: counts.child, senior_count: counts.senior };
  insert("orders", {
    id: `ZV-${seq}`,
    visit_date: `2026-12-${String(1 + (seq % 20)).padStart(2, "0")}`,
    visit_slot: slot,
    contact_name: `Asha ${seq}`,
    contact_email: `asha${seq}@example.org`,
    contact_phone: seq % 2 ? "+91 98" : "",
    subtotal_paise: subtotal,
    discount_paise: discount,
    total_paise: subtotal - discount,
    promo_code: discount > 0 ? "ZOO10" : "",
    payment_method: method,
    status,
    status_reason: status === "refunded" && seq % 2 ? "You asked for your money back" : "",
    ticket_count: counts.adult + counts.child + counts.senior,
    held_until: NOW + DAY_MS,
    created_at: NOW + seq,
    updated_at: NOW + seq + 1,
    ...typeCounts,
    placed_on: "2026-11-24",
    channel: ["web", "api", "counter"][seq % 3],
    owed: status === "refunded" && seq % 2 ? 1 : 0,
  });
  for (const [ticket_type, quantity, unit_price_paise] of priced) {
    insert("order_items", { order_seq: seq, ticket_type, quantity, unit_price_paise });
  }
  if (status !== "pending") fillTickets(insert, seq, status, priced);
  if (seq % 3 === 0) {
    insert("idempotency_keys", {
      key: `key-${seq}`,
      body_hash: "h",
      order_seq: seq,
      created_at: NOW,
    });
  }
  const state = MAIL_STATES[seq % 4];
  insert("outbox", {
    kind: "placed",
    order_seq: seq % 6 === 0 ? null : seq,
    recipient: `asha${seq}@example.org`,
    payload: JSON.stringify({ id: `ZV-${seq}` }),
    attempts: seq % 4,
    next_attempt_at: NOW + seq,
    last_error: state === "failed" ? "no such mailbox" : "",
    sent_at: state === "sent" ? NOW : null,
    created_at: NOW,
    state,
  });
  insert("audit", {
    at: NOW,
    actor_id: seq % 2 ? "admin-1" : null,
    actor_name: "Ravi",
    action: "order.status",
    target: `order ZV-${seq}`,
    before: JSON.stringify({ status: seq % 2 ? "paid" : "pending" }),
    after: JSON.stringify({ status }),
    hash: `hash-${seq}`,
  });
  if (seq % 4 === 1) {
    insert("closure_orders", { closure_id: 1 + (seq % 2), order_seq: seq, visit_slot: slot });
  }
}

const priceOf = (type: string) => PRICES[type as keyof typeof PRICES];

function fillTickets(
  insert: Insert,
  seq: number,
  status: string,
  lines: (readonly [string, number, number])[],
) {
  const types = lines.flatMap(([type, quantity]) => Array<string>(quantity).fill(type));
  for (const [at, ticket_type] of types.entries()) {
    const ticket = { order_seq: seq, number: at + 1, ticket_type, issued_at: NOW };
    insert("tickets", {
      code: `T${seq}-${at}`,
      ...ticket,
      voided_at: status === "paid" ? null : NOW,
    });
    if (at === 0) insert("tickets", { code: `T${seq}-reissued`, ...ticket, voided_at: NOW });
  }
}

function fillPartyCodes(insert: Insert) {
  for (const seq of [4, 5]) {
    insert("party_codes", { order_seq: seq, code: `P${seq}`, issued_at: NOW });
    insert("replaced_party_codes", { order_seq: seq, code: `P${seq}-0`, replaced_at: NOW });
  }
}

function fillFactor(insert: Insert, at: number, admin_id: string) {
  insert("second_factors", { admin_id, secret: "sealed", last_step: at, created_at: NOW });
  for (const code of [1, 2])
    insert("recovery_codes", {
      hash: `code-${at}-${code}`,
      admin_id,
      used_at: code === 1 ? NOW : null,
    });
  const until = { created_at: NOW, expires_at: NOW + DAY_MS };
  insert("trusted_devices", { id: `device-${at}`, hash: `device-${at}`, admin_id, ...until });
  insert("passkeys", {
    id: `passkey-${at}`,
    admin_id,
    name: "Office laptop",
    public_key: Buffer.from([at]),
    counter: at,
    created_at: NOW,
    last_used_at: at === 1 ? NOW : null,
  });
}

/** Rows that no trigger lets go, or that others refer to. */
const KEPT = ["payments", "refunds", "checkout_sessions", "payment_events", "shifts"];

function fillGroups(insert: Insert) {
  for (const seq of [4, 5, 6]) {
    insert("group_orders", {
      order_seq: seq,
      organisation: `School ${seq}`,
      price_per_head_paise: seq === 4 ? 1_500 : null,
      free_per: seq === 4 ? 10 : null,
      hold_until: "2026-12-01",
    });
    insert("order_notes", {
      order_seq: seq,
      admin_id: "admin-1",
      text: "Comes by bus",
      created_at: NOW,
    });
    insert("group_requests", {
      id: `request-${seq}`,
      organisation: `School ${seq}`,
      contact_name: "Meera",
      email: "meera@example.org",
      pupils: 45,
      adults: 5,
      days: JSON.stringify([{ day: "2026-12-01", slot: "morning" }]),
      state: seq === 4 ? "draft" : "new",
      order_seq: seq === 4 ? 4 : null,
      created_at: NOW,
    });
    insert("invoices", {
      number: seq - 3,
      order_seq: seq,
      order_id: `ZV-${seq}`,
      replaces: seq === 5 ? 1 : null,
      total_paise: 75_000,
      content: "{}",
      issued_by: "admin-1",
      issued_at: NOW,
    });
  }
}

function fillMoney(insert: Insert) {
  const times = { created_at: NOW, updated_at: NOW };
  const money = { amount: 4_000, currency: "INR" };
  for (const seq of [1, 2, 3]) {
    const order = { order_seq: seq, order_id: `ZV-${seq}` };
    const session = { reference: `ZV-${seq}-1`, token: `token-${seq}`, provider: "demo" };
    insert("checkout_sessions", { ...session, ...order, ...money, expires_at: NOW, ...times });
    const payment = { provider: "demo", provider_payment_id: `pay-${seq}`, session_id: seq };
    const came = { receipt_number: seq, day: "2026-11-24", paid_at: NOW, created_at: NOW };
    insert("payments", { ...payment, ...order, ...money, ...came });
    insert("refunds", {
      reference: `refund-ZV-${seq}-1`,
      payment_id: seq,
      ...order,
      amount: 1_000 * seq,
      state: ["requested", "succeeded", "failed"][seq - 1],
      method: "provider",
      requested_by: "site",
      requested_at: NOW,
      day: seq === 2 ? "2026-11-24" : null,
      credit_note_number: seq === 2 ? 1 : null,
    });
    const event = {
      provider: "demo",
      event_id: `event-${seq}`,
      type: "captured",
      state: "applied",
    };
    insert("payment_events", {
      ...event,
      body: Buffer.from("{}"),
      body_hash: "h",
      received_at: NOW,
    });
    insert("bank_references", { order_seq: seq, reference: `10360884827${seq}`, created_at: NOW });
  }
  for (const at of [1, 2]) {
    insert("locked_days", { day: `2026-11-2${at}`, locked_by: "admin-1", locked_at: NOW });
    const change = { order_seq: at, admin_id: "admin-1", changed_at: NOW, change: "{}" };
    insert("undoable_changes", change);
  }
}

/** A closed one with money of each kind, and an open one. */
function fillShifts(sqlite: Database, insert: Insert) {
  for (const at of [1, 2]) {
    insert("shifts", { admin_id: `admin-${at}`, float: 50_000, opened_at: NOW + at });
    const move = { amount: at === 1 ? 10_000 : -10_000, reason: "Change", moved_by: "admin-1" };
    insert("shift_moves", { id: `move-${at}`, shift_id: at, ...move, created_at: NOW });
  }
  const order = { order_seq: 4, order_id: "ZV-4", amount: 4_000, shift_id: 1 };
  const payment = { provider: "manual", provider_payment_id: "ZV-4-1", method: "cash" };
  const came = { receipt_number: 4, day: "2026-11-24", paid_at: NOW, created_at: NOW };
  insert("payments", { ...payment, ...order, currency: "INR", ...came });
  insert("refunds", {
    ...{ reference: "refund-ZV-4-1", payment_id: 4, ...order, state: "succeeded" },
    ...{ method: "hand", requested_by: "admin-1", requested_at: NOW },
    ...{ day: "2026-11-24", credit_note_number: 2 },
  });
  sqlite.exec(`
    UPDATE shifts SET number = 1, closed_at = ${NOW + DAY_MS}, closed_by = 'admin-0', denominations = '{}',
      counted = 59000, expected = 60000, difference = -1000, reason = 'Wrong change', totals = '{}'
    WHERE id = 1`);
}

/** Deletes the newest row of tables with AUTOINCREMENT, so that their counters are above their highest row. */
function fillCounters(sqlite: Database, insert: Insert) {
  fillOrder(insert, 0, { seq: 37, status: "cancelled", method: "upi", slot: "morning" });
  insert("closures", {
    visit_date: "2026-12-02",
    way: "offer",
    closed_by: "Ravi",
    created_at: NOW,
  });
  const tables = sqlite.prepare("SELECT name FROM sqlite_sequence WHERE name <> 'audit'").pluck();
  const deletable = (tables.all() as string[]).filter((table) => !KEPT.includes(table));
  for (const table of deletable) {
    const key = ["outbox", "closures", "price_rules", "order_notes"].includes(table) ? "id" : "seq";
    sqlite.exec(`DELETE FROM ${table} WHERE ${key} = (SELECT max(${key}) FROM ${table})`);
  }
}
