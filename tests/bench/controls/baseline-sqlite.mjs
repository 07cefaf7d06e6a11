// What a machine can do at most by the book: this process alone writes the rows of one order after another,
// each in a transaction of its own that is on the disk before the next begins. No HTTP, no rules, no checks.
import { createHash } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";

const [folder = "", seconds = "2"] = process.argv.slice(2);
const db = new Database(join(folder, "zoo.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

const rows = {
  order: db.prepare(
    `INSERT INTO orders (id, visit_date, visit_slot, contact_name, contact_email, contact_phone,
       subtotal_paise, total_paise, payment_method, ticket_count, expires_at, created_at, updated_at,
       adult_count, child_count, placed_on)
     VALUES (?, ?, 'morning', 'Asha Rao', 'asha@example.org', '9876543210', 5000, 5000, 'upi', 3, ?, ?, ?, 2, 1, ?)`,
  ),
  item: db.prepare("INSERT INTO order_items VALUES (?, ?, ?, ?)"),
  places: db.prepare(
    `INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES (?, 'morning', 3)
     ON CONFLICT DO UPDATE SET held = held + 3`,
  ),
  key: db.prepare("INSERT INTO idempotency_keys VALUES (?, ?, ?, ?)"),
  last: db.prepare("SELECT hash FROM audit ORDER BY id DESC LIMIT 1").pluck(),
  audit: db.prepare(
    `INSERT INTO audit (at, actor_name, action, target, after, hash)
     VALUES (?, 'visitor', 'order.place', ?, '{"visitSlot":"morning","total":5000}', ?)`,
  ),
  mail: db.prepare(
    `INSERT INTO outbox (kind, recipient, payload, order_seq, created_at, next_attempt_at)
     VALUES ('booked', 'asha@example.org', '{"order":"ZV-7F3K"}', ?, ?, ?)`,
  ),
};

/** @param {string} text */
const hash = (text) => createHash("sha256").update(text).digest("base64url");

const place = db.transaction((/** @type {number} */ n) => {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const day = new Date(now + ((n % 60) + 2) * 86_400_000).toISOString().slice(0, 10);
  const id = `LOOP-${process.pid}-${n}`;
  const seq = rows.order.run(id, day, now + 86_400_000, now, now, at.slice(0, 10)).lastInsertRowid;
  rows.item.run(seq, "adult", 2, 2000);
  rows.item.run(seq, "child", 1, 1000);
  rows.places.run(day);
  rows.key.run(id, hash(id), seq, now);
  rows.audit.run(now, `order ${id}`, hash(String(rows.last.get() ?? "") + id));
  rows.mail.run(seq, now, now);
});

const start = performance.now();
let placed = 0;
while (performance.now() - start < Number(seconds) * 1000) place.immediate((placed += 1));
console.log((placed / (performance.now() - start)) * 1000);
db.close();
