import { openDatabase, sqlite } from "db/connection.server";
import { chainHash } from "~/features/audit/hash-chain.server";
import { buildSearchText } from "~/features/animals/animal-search";
import { encodeBase32 } from "~/lib/ids.server";
import { closeDatabase, prepareDatabase } from "~/features/startup/startup.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { messageSearch } from "~/features/messages/messages.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { setProcessTimeZone } from "~/lib/time-zone.server";
import { manyOrders, type ManyOrder } from "../support/data/many-orders.ts";
import { randomFrom, type Random } from "../support/data/random.ts";
import { without } from "../support/data/without-indexes.ts";
import type { Sizes } from "./data-sizes.ts";
import { slotStart } from "~/features/slots/slot-times.server";

/** Run by makeZoo in ./many.ts, with the folder in DATA_DIR. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A zoo that has grown has been open for longer, up to four years. */
const ORDERS_A_DAY = 685;
const LEAST_DAYS = 10;
const MAIL_DAYS = 90;
const SCAN_DAYS = 30;
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

const sizes = JSON.parse(process.argv[2] ?? "{}") as Sizes;
const PAST_DAYS = Math.max(LEAST_DAYS, sizes.orders / ORDERS_A_DAY);
setProcessTimeZone();
openDatabase();
prepareDatabase(console.log);
const owner = sqlite.prepare("SELECT id, name FROM admins").get() as { id: string; name: string };

// Nothing here has to survive a power cut: a folder that is not finished is made again.
for (const pragma of [
  ...["journal_mode = off", "synchronous = 0", "foreign_keys = off"],
  ...["cache_size = -1500000", "temp_store = memory", "threads = 2"],
]) {
  sqlite.pragma(pragma);
}
const SENTENCES = [
  "Are all the trails wide enough for a pram?",
  "We are 42 children and 4 teachers and would like a guide.",
  "I left a green scarf near the otters this morning.",
  "When are the red pandas fed, and can one watch?",
  "Thank you for a lovely day with the keepers.",
  "Is there room for a bus on Sundays?",
  "It sleeps through the day and wakes at dusk.",
  "The young ones stay with their mother for a year.",
  "We could not open the tickets on the phone.",
  "Could the visit be moved to the week after next?",
];

const random = randomFrom(2);
sqlite.exec("CREATE TEMP TABLE new_tickets AS SELECT * FROM tickets");
const also = writers();
const arrived = new Map<string, number>();
let lastHash = "";
makeAll();

function makeAll() {
  setSetting("default_capacity", 1_500);
  setSetting("contact_days", 3_650);

  const indexAgain = without("orders", "tickets", "outbox", "audit", "message_search_added");
  sqlite.transaction(() => {
    addAnimals(sizes.animals);
    addMessages(sizes.messages);
  })();
  const alsoFor = (order: ManyOrder) => {
    addTickets(order);
    addHistory(order);
    if (NOW - order.createdAt < MAIL_DAYS * DAY_MS) addMails(order);
    if (NOW - order.createdAt < DAY_MS) {
      also.key.run({ key: `key-${order.seq}`, seq: order.seq, at: order.createdAt });
    }
  };
  manyOrders(sizes.orders, { now: NOW, days: PAST_DAYS, fateOf, alsoFor });
  // Codes are random, and rows in their order are written ten times as fast.
  sqlite.exec("INSERT INTO tickets SELECT * FROM new_tickets ORDER BY code");
  indexAgain();
  for (const [slot, people] of arrived) also.arrive.run(people, ...slot.split(" "));
  addClosures();
  addDebts();
  for (const index of [orderSearch, messageSearch]) while (index.update(50_000) === "more");

  sqlite.pragma("journal_mode = wal");
  closeDatabase();
}

/** Who does not pay within a day is cancelled, but for some who will pay in cash. */
function fateOf(chance: Random, age: number): OrderStatus {
  if (chance.chance(age < 20 * HOUR_MS ? 0.5 : age < LEAST_DAYS * DAY_MS ? 0.1 : 0))
    return "pending";
  if (chance.chance(0.12)) return "cancelled";
  return chance.chance(0.06) ? "refunded" : "paid";
}

function setSetting(name: string, value: number) {
  sqlite.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)").run(name, String(value));
}

function writers() {
  return {
    ticket: sqlite.prepare(
      `INSERT INTO new_tickets (code, order_seq, number, ticket_type, issued_at, voided_at, used_at, used_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    scan: sqlite.prepare(
      `INSERT INTO gate_scans VALUES (@key, @code, 'in', @answer, @admitted, 0, @at, @at, @by, NULL)`,
    ),
    audit: sqlite.prepare(
      `INSERT INTO audit (at, actor_id, actor_name, action, target, before, after, hash)
       VALUES (@at, @actorId, @actorName, @action, @target, @before, @after, @hash)`,
    ),
    mail: sqlite.prepare(
      `INSERT INTO outbox (kind, order_seq, recipient, payload, attempts, next_attempt_at, last_error,
         sent_at, created_at, state)
       VALUES (@kind, @seq, @to, @payload, @attempts, @at, @error, @sentAt, @at, @state)`,
    ),
    arrive: sqlite.prepare(
      "UPDATE slot_occupancy SET arrived = ? WHERE visit_date = ? AND visit_slot = ?",
    ),
    key: sqlite.prepare("INSERT INTO idempotency_keys VALUES (@key, @key, @seq, @at)"),
  };
}

function addTickets({ seq, id, status, lines, createdAt, visitDate, visitSlot }: ManyOrder) {
  if (status !== "paid" && status !== "refunded") return;
  const issuedAt = createdAt + 5 * 60_000;
  const voidedAt = status === "refunded" ? createdAt + DAY_MS : null;
  const arrival = slotStart(visitDate, visitSlot) + random.whole(0, 120) * 60_000;
  const usedAt = status === "paid" && arrival < NOW && random.chance(0.92) ? arrival : null;
  const types = lines.flatMap(({ ticketType, quantity }) => Array(quantity).fill(ticketType));
  const slot = `${visitDate} ${visitSlot}`;
  if (usedAt !== null) arrived.set(slot, (arrived.get(slot) ?? 0) + types.length);
  let code = "";
  types.forEach((type: string, at) => {
    code = anyLetters() + anyLetters();
    const usedBy = usedAt && owner.id;
    also.ticket.run(code, seq, at + 1, type, issuedAt, voidedAt, usedAt, usedBy);
    if (usedAt !== null && NOW - usedAt < MAIL_DAYS * DAY_MS) {
      const after = { ticket: at + 1, ticketType: type, override: false };
      addRecord(usedAt, owner, { action: "ticket.check-in", id, after });
    }
  });
  if (usedAt !== null && NOW - usedAt < SCAN_DAYS * DAY_MS) {
    const ticket = { number: 1, of: types.length, orderId: id, visitDate, visitSlot, usedAt };
    const party = { ticketType: types[0], usedByName: owner.name, partyIn: types.length };
    const more = { verdict: "in", admitted: types.length, at: usedAt, override: false };
    const answer = JSON.stringify({ ...more, ticket: { ...ticket, ...party, partyOut: 0 } });
    also.scan.run({
      key: `scan-${seq}`,
      code,
      answer,
      admitted: types.length,
      at: usedAt,
      by: owner.id,
    });
  }
}

/** Ten letters of a code: 50 random bits. */
function anyLetters() {
  return (
    encodeBase32(random.whole(0, 2 ** 25 - 1), 5) + encodeBase32(random.whole(0, 2 ** 25 - 1), 5)
  );
}

type Change = { action: string; id: string; before?: object; after?: object };

function addRecord(at: number, actor: typeof owner | null, { action, id, before, after }: Change) {
  const row = {
    at,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? "visitor",
    action,
    target: `order ${id}`,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  };
  lastHash = chainHash(lastHash, row);
  also.audit.run({ ...row, hash: lastHash });
}

function addHistory({
  id,
  status,
  createdAt,
  visitDate,
  visitSlot,
  ticketCount,
  totalPaise,
}: ManyOrder) {
  const after = {
    status: "pending",
    visitDate,
    visitSlot,
    tickets: ticketCount,
    total: totalPaise,
  };
  addRecord(createdAt, null, { action: "order.place", id, after });
  const moves = status === "refunded" ? ["pending", "paid", status] : ["pending", status];
  moves.slice(1).forEach((next, at) => {
    if (next === "pending") return;
    const change = { before: { status: moves[at] }, after: { status: next } };
    addRecord(createdAt + 5 * 60_000, owner, { action: "order.status", id, ...change });
  });
}

function addMails({ seq, id, status, createdAt, visitDate, visitSlot, email }: ManyOrder) {
  const payload = JSON.stringify({ order: id, visitDate, visitSlot });
  for (const kind of status === "pending" ? ["booked"] : ["booked", status]) {
    const isFailed = random.chance(0.002);
    also.mail.run({
      kind,
      seq,
      to: email,
      payload,
      at: createdAt,
      attempts: isFailed ? 12 : 1,
      error: isFailed ? "Mailbox unavailable" : "",
      sentAt: isFailed ? null : createdAt + 2_000,
      state: isFailed ? "failed" : "sent",
    });
  }
}

function addClosures() {
  sqlite.exec(`
    INSERT INTO closures (visit_date, resolution, note, closed_by, created_at)
    SELECT DISTINCT visit_date, 'offer', 'Storm', '${owner.name}', unixepoch(visit_date) * 1000
    FROM slot_occupancy WHERE visit_date < date('now') AND (julianday('now', '-2 days', 'start of day') - julianday(visit_date)) % 30 = 0
    ORDER BY 1;
    INSERT INTO closure_orders
    SELECT closures.id, seq, visit_slot FROM closures JOIN orders USING (visit_date)
    WHERE visit_slot = 'evening' AND status IN ('paid', 'pending')`);
}

/** A page of the newest refunds, so that a small zoo's list is as long. */
function addDebts() {
  sqlite.exec(`
    UPDATE orders SET refund_due = 1 WHERE seq IN (
      SELECT seq FROM orders WHERE status = 'refunded' ORDER BY created_at DESC LIMIT 50)`);
}

function addAnimals(many: number) {
  const kinds = "Panda Otter Crane Lynx Tapir Gecko Heron Macaw Ibex Newt Lemur Puma".split(" ");
  const looks = "Red Silver Spotted Crested Northern Dwarf Striped Golden Horned Pale".split(" ");
  const places = "Assam Coorg Ladakh Sumatra Peru Kenya Borneo Chile Nepal Malawi".split(" ");
  const classes = ["Mammals", "Birds", "Reptiles", "Amphibians", "Fish", "Insects"];
  const write = sqlite.prepare(
    `INSERT INTO animals (id, name, title, category, description, search_text, created_at, updated_at)
     VALUES (@id, @name, @title, @category, @description, @searchText, @at, @at)`,
  );
  for (let nth = 1; nth <= many; nth += 1) {
    const [kind, look, place] = [random.oneOf(kinds), random.oneOf(looks), random.oneOf(places)];
    const words = {
      name: `${look} ${kind} ${nth}`,
      title: `The ${kind.toLowerCase()} of ${place}`,
      category: random.oneOf(classes),
      description: `Came to us from ${place}. ${sentences(random.whole(2, 6))}`,
    };
    const at = NOW - (many - nth) * 60_000;
    write.run({ ...words, id: timedId(at, nth), searchText: buildSearchText(words), at });
  }
}

function sentences(many: number) {
  return Array.from({ length: many }, () => random.oneOf(SENTENCES)).join(" ");
}

function addMessages(many: number) {
  const names = "Asha Kabir Meera Joy Farah Ravi Nila Arjun Zoya Dev Ira Om Tara".split(" ");
  const subjects = [
    "Prams",
    "School visit",
    "Lost scarf",
    "Feeding times",
    "",
    "Parking",
    "Tickets",
  ];
  const write = sqlite.prepare(
    `INSERT INTO messages (id, name, folded_name, email, subject, body, read, archived, created_at)
     VALUES (@id, @name, fold_text(@name), @email, @subject, @body, @read, @archived, @at)`,
  );
  for (let nth = 1; nth <= many; nth += 1) {
    const at = Math.round(NOW - ((many - nth) / many) * PAST_DAYS * DAY_MS);
    const name = `${random.oneOf(names)} ${random.oneOf(names)}`;
    const archived = random.chance(0.4);
    write.run({
      id: timedId(at, nth),
      name,
      subject: random.oneOf(subjects),
      at,
      email: `${name.toLowerCase().replace(" ", ".")}${random.whole(1, 9_999)}@example.org`,
      body: sentences(random.whole(1, 5)),
      read: Number(archived || random.chance(0.9)),
      archived: Number(archived),
    });
  }
}

function timedId(at: number, nth: number) {
  return encodeBase32(at, 10).slice(-10) + encodeBase32(nth, 16);
}
