import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { orders, outbox } from "db/schema";
import { and, desc, eq } from "drizzle-orm";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { addDays } from "~/lib/dates";
import { claimNext, markFailed, markSent, initOutbox } from "~/features/mail/delivery.server";
import { LEASE_MS, retryDelay } from "~/features/mail/mail.rules";
import {
  requestBookingLinks,
  purgeOldMail,
  enqueueMail,
} from "~/features/mail/enqueue-mail.server";
import { listOutbox, resend } from "~/features/mail/outbox-list.server";
import { ListOutbox } from "~/features/mail/outbox.schema";
import { ListMessages } from "~/features/messages/message.schema";
import { listMessages } from "~/features/messages/messages.server";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import type { OrderChanges } from "~/features/orders/order.schema";
import { env } from "~/env.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { claimedMail } from "../../support/site/claimed-mail";
import { slotEnd, slotStart } from "~/features/slots/slot-times.server";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const in5Days = () => addDays(toLocalDate(), 5);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const owner = () => asStaff(anAdmin({ role: "owner" }));
const edit = (id: string, changes: Partial<OrderChanges>) =>
  editOrder(owner(), id, changes as OrderChanges);
const last = () => db.select().from(outbox).orderBy(desc(outbox.id)).limit(1).get()!;
const rowOf = (kind: string) => db.select().from(outbox).where(eq(outbox.kind, kind)).get()!;

/** Everything that is due, as a sender would send it. */
function claimed() {
  const kinds: string[] = [];
  for (let mail = claimedMail(); mail; mail = claimedMail()) {
    kinds.push(mail.kind);
    markSent(mail);
  }
  return kinds;
}

describe("a mail that is due", () => {
  test("is found beyond the first batch", () => {
    for (let many = 0; many < 25; many += 1)
      anOrder({ contact: { name: "Asha Rao", email: `asha${many}@example.org`, phone: "" } });
    pass(2 * DAY);
    const overtaken = () =>
      db.select().from(outbox).where(eq(outbox.state, "overtaken")).all().length;

    expect([claimNext(), overtaken()]).toEqual(["more", 20]);
    expect([claimNext(), overtaken()]).toEqual([null, 25]);
  });

  const start = (hasServer: boolean) => transaction((tx) => initOutbox(tx, hasServer));

  test("is sent after days of downtime", () => {
    start(true);
    anOrder({ visitDate: in5Days() });
    pass(2 * DAY);
    start(true);

    expect(claimed()).toEqual(["booked"]);
  });

  test("is retried after any downtime", () => {
    start(true);
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    markFailed(claimedMail()!, "connect ECONNREFUSED", false);
    pass(2 * DAY);
    start(true);

    expect(claimed()).toEqual(["booked"]);
  });

  test("waits for its retry, also after a restart", () => {
    start(true);
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    markFailed(claimedMail()!, "connect ECONNREFUSED", false);
    start(true);

    expect(claimNext()).toBeNull();
    pass(retryDelay(1)!);
    expect(claimed()).toEqual(["booked"]);
  });

  test.each([
    ["there was no mail server before", [false, true]],
    ["there was none in between", [true, false, true]],
  ])("is outdated where %s", (_, starts) => {
    for (const hasServer of starts.slice(0, -1)) start(hasServer);
    anOrder({ visitDate: in5Days() });
    pass(2 * DAY);
    start(starts.at(-1)!);

    expect(claimed()).toEqual([]);
    expect(last()).toMatchObject({ state: "overtaken" });
  });

  test("is sent although another order has the same mail", () => {
    const booked = [anOrder(), anOrder()];

    const to = booked
      .map(() => claimedMail())
      .map((mail) => mail?.kind === "booked" && mail.order.id);
    expect(to).toEqual(booked.map(({ id }) => id));
  });

  test("is claimed by one worker only", () => {
    anOrder();

    expect(claimedMail()).toMatchObject({ kind: "booked", attempts: 1 });
    expect(claimedMail()).toBeNull();
  });

  test("is claimed again when its lease expires", () => {
    anOrder();
    claimedMail();

    pass(5 * 60 * SECOND - 1);
    expect(claimedMail()).toBeNull();
    pass(1);
    expect(claimedMail()).toMatchObject({ kind: "booked", attempts: 2 });
  });

  test("is done once sent", () => {
    anOrder();
    markSent(claimedMail()!);

    pass(DAY);
    expect(claimedMail()).toBeNull();
    expect(last()).toMatchObject({ state: "sent", attempts: 1, lastError: "" });
  });

  test("is retried with backoff for about two days", () => {
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    const start = Date.now();
    const pauses: number[] = [];
    for (let mail = claimedMail(); mail; mail = claimedMail()) {
      const gaveUp = markFailed(mail, "connect ECONNREFUSED", false);
      if (gaveUp) break;
      const pause = last().nextAttemptAt - Date.now();
      pauses.push(pause);
      pass(pause - 1);
      expect(claimedMail()).toBeNull();
      pass(1);
    }

    expect(pauses.slice(0, 4)).toEqual([2, 10, 60, 300].map((seconds) => seconds * SECOND));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(Date.now() - start).toBeGreaterThan(1.5 * DAY);
    expect(Date.now() - start).toBeLessThan(2.5 * DAY);
    expect(last()).toMatchObject({ state: "failed", lastError: "connect ECONNREFUSED" });
    expect(retryDelay(pauses.length + 1)).toBeUndefined();
  });

  test("is not marked failed by a superseded attempt", () => {
    anOrder();
    const slow = claimedMail()!;
    pass(LEASE_MS);
    const other = claimedMail()!;
    expect(markFailed(slow, "550 No such user", true)).toBe(false);

    markSent(other);
    expect(last()).toMatchObject({ state: "sent", lastError: "" });
  });

  test("fails at once on a permanent error, alone", () => {
    anOrder();
    const first = claimedMail()!;
    anOrder();
    const second = claimedMail()!;
    markFailed(second, "550 No such user", true);
    expect(last()).toMatchObject({ state: "failed", attempts: 1, lastError: "550 No such user" });

    const all = db.select().from(outbox).orderBy(outbox.id).all();
    expect(all.map(({ state }) => state)).toEqual(["waiting", "failed"]);
    markSent(first);
    pass(DAY);
    expect(claimedMail()).toBeNull();
  });

  test("retains the result of the later worker", () => {
    anOrder();
    const slow = claimedMail()!;
    pass(LEASE_MS);
    markSent(claimedMail()!);

    markFailed(slow, "timed out", true);

    expect(last()).toMatchObject({ state: "sent", lastError: "" });
  });

  test("stays outdated when an earlier attempt fails", () => {
    const { id } = anOrder();
    const slow = claimedMail()!;
    updateOrderStatus(owner(), id, "paid");
    pass(LEASE_MS);
    expect(claimed()).toEqual(["paid"]);

    expect(markFailed(slow, "550 No such user", true)).toBe(false);

    expect(rowOf("booked")).toMatchObject({
      state: "overtaken",
      lastError: "The order is now paid",
    });
  });

  test("goes to the corrected address", () => {
    const { id } = anOrder({ contact: { name: "Asha", email: "asha@exmaple.org", phone: "" } });
    edit(id, { contact: { email: "asha@example.org" } as never });
    expect(last()).toMatchObject({ recipient: "asha@example.org", state: "waiting" });
    db.update(outbox).set({ state: "failed", attempts: 9, lastError: "550" }).run();
    edit(id, { contact: { email: "asha@example.com" } as never });
    expect(last()).toMatchObject({ recipient: "asha@example.com", state: "waiting", attempts: 0 });
    edit(id, { contact: { email: "asha@example.org" } as never });

    expect(claimedMail()).toMatchObject({ recipient: "asha@example.org" });
    expect(last().recipient).toBe("asha@example.org");
  });
});

describe("an outdated mail is skipped with a reason", () => {
  test.each([
    ["paid", "booked", "The order is now paid"],
    ["cancelled", "booked", "The order is now cancelled"],
  ] as const)("an order that is %s: %s", (status, kind, why) => {
    const { id } = anOrder();
    updateOrderStatus(owner(), id, status);

    expect(claimed()).toEqual([status]);
    expect(rowOf(kind)).toMatchObject({ state: "overtaken", lastError: why, attempts: 0 });
  });

  test("tickets of an order that is refunded or cancelled by now", () => {
    const refunded = anOrder({ status: "refunded" });
    const cancelled = anOrder({ status: "paid" });
    updateOrderStatus(owner(), cancelled.id, "cancelled");

    expect(claimed()).toEqual(["refunded", "cancelled"]);
    const paid = (seq: number) =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.kind, "paid"), eq(outbox.orderSeq, seq)))
        .get();
    expect(paid(refunded.seq)).toMatchObject({ lastError: "The order is now refunded" });
    expect(paid(cancelled.seq)).toMatchObject({ lastError: "The order is now cancelled" });
  });

  test("a cancellation that was undone and replaced", () => {
    const { id } = anOrder();
    for (const status of ["cancelled", "paid", "refunded"] as const) {
      updateOrderStatus(owner(), id, status);
    }

    expect(claimed()).toEqual(["refunded"]);
    expect(rowOf("cancelled")).toMatchObject({ lastError: "The order is now refunded" });
  });

  test("a move after which the visit moved again", () => {
    const { id } = anOrder({ visitDate: in5Days() });
    edit(id, { visitSlot: "afternoon" });
    edit(id, { visitSlot: "evening" });

    expect(claimed()).toEqual(["booked", "moved"]);
    expect(rowOf("moved")).toMatchObject({ state: "overtaken" });
    expect(rowOf("moved").lastError).toMatch(/^The visit was moved again, to \d{1,2} \w{3} \d{4}$/);
    expect(last()).toMatchObject({ kind: "moved", state: "sent" });
  });

  describe("a change undone and repeated before its first mail", () => {
    const OVERTAKEN = { state: "overtaken", lastError: "A later mail says the same" };

    test.each([
      ["paid", ["paid", "cancelled", "paid"]],
      ["cancelled", ["cancelled", "paid", "cancelled"]],
    ] as const)("an order that is %s", (kind, statuses) => {
      const { id } = anOrder();
      for (const status of statuses) updateOrderStatus(owner(), id, status);
      expect(rowOf(kind)).toMatchObject({ payload: { wasPaid: false } });

      expect(claimed()).toEqual([kind]);
      expect(rowOf(kind)).toMatchObject(OVERTAKEN);
      expect(last()).toMatchObject({ kind, state: "sent" });
    });

    test("a closed day", () => {
      const { visitDate: day } = anOrder({ visitDate: in5Days(), status: "paid" });
      const asUsual = { morning: null, afternoon: null, evening: null };
      const close = () => closeDay(owner(), { day, slots: ["morning"], way: "offer", note: "" });
      close();
      changeCapacity(owner(), { what: "day", day, places: asUsual, note: "" });
      close();

      expect(claimed()).toEqual(["paid", "closed"]);
      expect(rowOf("closed")).toMatchObject(OVERTAKEN);
      expect(last()).toMatchObject({ kind: "closed", state: "sent" });
    });
  });

  test("an order that was deleted", () => {
    const { id } = anOrder();
    deleteOrder(owner(), id);

    expect(claimed()).toEqual([]);
    expect(last()).toMatchObject({ state: "overtaken", lastError: "What it is about was deleted" });
  });

  test("a visit that is over, unless money went back", () => {
    const gone = anOrder({ status: "paid", visitDate: addDays(toLocalDate(), 1) });
    pass(20 * HOUR); // while a mail server was out of reach
    db.update(outbox).set({ attempts: 1 }).run();
    db.update(orders)
      .set({ visitDate: addDays(toLocalDate(), -1) })
      .where(eq(orders.seq, gone.seq))
      .run();
    updateOrderStatus(owner(), gone.id, "refunded");
    expect(claimed()).toEqual(["refunded"]);

    updateOrderStatus(owner(), anOrder().id, "paid");
    db.update(orders)
      .set({ visitDate: addDays(toLocalDate(), -1) })
      .run();
    expect(claimed()).toEqual([]);
    expect(last()).toMatchObject({ kind: "paid", lastError: "The visit is over" });
  });

  test("but not a mail that waited for a day at most", () => {
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    pass(DAY);

    expect(claimed()).toEqual(["booked"]);
  });

  test("a mail without an attempt for more than a day", () => {
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    pass(DAY - 1);
    anOrder({ visitDate: in5Days(), paymentMethod: "cash" });
    pass(2);

    expect(claimed()).toEqual(["booked"]);
    expect(rowOf("booked")).toMatchObject({ state: "overtaken" });
    expect(rowOf("booked").lastError).toContain("more than a day");
  });
});

describe("a lost link", () => {
  test("lists all upcoming bookings of the address, next first", () => {
    const later = anOrder({ visitDate: in5Days() });
    const sooner = anOrder({ status: "paid" });
    const gone = anOrder();
    const other = anOrder({ contact: { name: "Ravi", email: "ravi@example.org", phone: "" } });
    db.update(orders)
      .set({ visitDate: addDays(toLocalDate(), -1) })
      .where(eq(orders.seq, gone.seq))
      .run();
    db.delete(outbox).run();

    requestBookingLinks("ASHA@Example.org");
    const mail = claimedMail();

    expect(mail?.kind === "links" && mail.bookings.map(({ id }) => id)).toEqual([
      sooner.id,
      later.id,
    ]);
    expect(mail?.recipient).toBe("asha@example.org"); // as it was booked under
    expect(JSON.stringify(mail)).not.toContain(other.id);
  });

  test("omits ended visits, and orders those of a day by time", () => {
    vi.setSystemTime(slotStart(toLocalDate(), "morning"));
    anOrder({ visitDate: toLocalDate() });
    const evening = anOrder({ visitDate: toLocalDate(), visitSlot: "evening" });
    const afternoon = anOrder({ visitDate: toLocalDate(), visitSlot: "afternoon" });
    db.delete(outbox).run();
    vi.setSystemTime(slotEnd(toLocalDate(), "morning"));

    requestBookingLinks("asha@example.org");
    const mail = claimedMail();

    expect(mail?.kind === "links" && mail.bookings.map(({ id }) => id)).toEqual([
      afternoon.id,
      evening.id,
    ]);
  });

  test("is sent at once after another mail to the address", () => {
    anOrder();
    expect(claimed()).toEqual(["booked"]);

    requestBookingLinks("asha@example.org");

    expect(claimed()).toEqual(["links"]);
  });

  test("becomes a message to staff without a mail server", () => {
    requestBookingLinks("asha@example.org");
    requestBookingLinks("ASHA@example.org"); // once in ten minutes
    expect(listMessages(owner(), ListMessages.parse({})).items).toMatchObject([
      { email: "asha@example.org", subject: "Lost booking link" },
    ]);

    env.SMTP_URL = "smtp://127.0.0.1:9";
    requestBookingLinks("ravi@example.org");
    env.SMTP_URL = undefined;
    expect(listMessages(owner(), ListMessages.parse({})).items).toHaveLength(1);
    const asked = db.select().from(outbox).all();
    expect(asked.map(({ recipient }) => recipient)).toEqual([
      "asha@example.org",
      "ravi@example.org",
    ]);
  });

  test("lists at most fifty bookings", () => {
    for (let many = 0; many < 51; many += 1) anOrder();
    db.delete(outbox).run();

    requestBookingLinks("asha@example.org");
    const mail = claimedMail();

    expect(mail?.kind === "links" && mail.bookings).toHaveLength(50);
  });

  test("of an unknown address sends nothing", () => {
    requestBookingLinks("nobody@example.org");

    expect(claimedMail()).toBeNull();
    expect(last()).toMatchObject({
      state: "overtaken",
      lastError: "No upcoming visit is booked under this address",
    });
  });

  test("is sent at most once in ten minutes", () => {
    anOrder();
    db.delete(outbox).run();
    requestBookingLinks("asha@example.org");
    requestBookingLinks("Asha@example.org");
    expect(claimed()).toEqual(["links"]);

    requestBookingLinks("asha@example.org");
    expect(claimed()).toEqual([]);
    pass(10 * 60 * SECOND - 1);
    requestBookingLinks("asha@example.org");
    expect(claimed()).toEqual([]);
    pass(1);
    requestBookingLinks("asha@example.org");
    expect(claimed()).toEqual(["links"]);
  });
});

test("an order without an address gets no mail", () => {
  const order = anOrder();
  db.delete(outbox).run();

  transaction((tx) => enqueueMail(tx, "paid", { ...order, contactEmail: "" }));

  expect(db.select().from(outbox).all()).toEqual([]);
});

test("a mail is purged after ninety days", () => {
  anOrder();
  pass(90 * DAY);
  purgeOldMail();
  expect(db.select().from(outbox).all()).toHaveLength(1);
  pass(1);
  purgeOldMail();
  expect(db.select().from(outbox).all()).toEqual([]);
});

describe("mails about unpaid orders", () => {
  const bookFor = (email: string, ahead = 5) =>
    anOrder({
      visitDate: addDays(toLocalDate(), ahead),
      items: [{ ticketType: "adult", quantity: 1 }],
      contact: { name: "Asha Rao", email, phone: "" },
    });
  const states = () =>
    db
      .select()
      .from(outbox)
      .all()
      .map(({ state }) => state);
  const count = (state: string) => states().filter((each) => each === state).length;

  test("are at most six an hour and twenty a day to one address; owners can send the others", () => {
    for (let at = 0; at < 20; at += 1) bookFor(at % 2 ? "Asha@zoo.test" : "asha@zoo.test");
    bookFor("other@zoo.test");
    expect([count("waiting"), count("held")]).toEqual([7, 14]);

    const query = ListOutbox.parse({ state: "held back" });
    const held = listOutbox(owner(), query).items;
    expect([held.length, held[0]!.state]).toEqual([14, "held back"]);
    expect(held[0]!.lastError).toMatch(/^Held back: one address gets at most 6 emails an hour/);
    resend(owner(), String(held[0]!.id));
    expect(count("held")).toBe(13);

    for (let hour = 0; hour < 4; hour += 1) {
      pass(HOUR);
      for (let at = 0; at < 6; at += 1) bookFor("asha@zoo.test");
    }
    const toAsha = db
      .select()
      .from(outbox)
      .all()
      .filter(({ recipient }) => /^asha@/i.test(recipient));
    expect(toAsha.filter(({ state }) => state === "waiting")).toHaveLength(20);
  });

  test("are at most 300 an hour in all; the others are sent later", () => {
    vi.setSystemTime(Date.now() + 48 * HOUR); // whatever other tests sent is past
    for (let at = 0; at < 601; at += 1) bookFor(`v${at}@zoo.test`, 5 + (at % 9));
    const due = (hours: number) =>
      db
        .select()
        .from(outbox)
        .all()
        .filter(({ nextAttemptAt }) => nextAttemptAt <= Date.now() + hours * HOUR).length;

    expect([due(0), due(1), due(2), count("held")]).toEqual([300, 600, 601, 0]);
  });
});
