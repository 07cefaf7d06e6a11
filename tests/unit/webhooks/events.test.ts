import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sql } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { webhookDeliveries, webhookEndpoints } from "db/schema";
import { sell } from "~/features/counter/sell.server";
import { checkIn } from "~/features/gate/check-in.server";
import { createOrder } from "~/features/orders/create-order.server";
import { rescheduleVisit, updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { PlaceOrder } from "~/features/orders/order.schema";
import { orderById } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { lockDay } from "~/features/takings/lock-day.server";
import { claimNext } from "~/features/webhooks/deliveries.server";
import { EVENTS, type WebhookEvent } from "~/features/webhooks/webhook.rules";
import { HOUR_MS } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "db/transaction.server";
import {
  anAdmin,
  anOrder,
  anOrderBody,
  asStaff,
  codesOf,
  tomorrow,
} from "../../support/data/factories";

const NOON = Date.parse("2026-11-24T06:30:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const owner = asStaff(anAdmin({ role: "owner", name: "Meera Nair" }));

function anEndpoint(id: string, events: readonly WebhookEvent[] = EVENTS) {
  const now = Date.now();
  const row = { id, url: `https://${id}.example/`, events: [...events], secret: "whsec_AAAA" };
  db.insert(webhookEndpoints)
    .values({ ...row, createdAt: now, updatedAt: now })
    .run();
}
beforeEach(() => anEndpoint("all"));

type Sent = { type: string; timestamp: string; data: Record<string, any> };

const sentTo = (endpointId: string) =>
  db
    .select()
    .from(webhookDeliveries)
    .all()
    .filter((row) => row.endpointId === endpointId)
    .map(({ body }) => JSON.parse(body) as Sent);
const typesFor = (endpointId = "all") => sentTo(endpointId).map(({ type }) => type);

test("an order's life is told once for each change, as the order was then", () => {
  const { id, seq } = anOrder({ paymentMethod: "cash" });
  updateOrderStatus(owner, id, "paid");
  updateOrderStatus(owner, id, "paid");
  rescheduleVisit(owner, id, { visitDate: tomorrow(), visitSlot: "evening" });
  refundTickets(owner, id, { tickets: [2] });
  refundTickets(owner, id, { tickets: [2] });
  checkIn(owner, codesOf(seq)[0]!, true);
  updateOrderStatus(owner, id, "refunded", { knownInside: 1 });

  const sent = sentTo("all");
  expect(sent.map(({ type, data }) => [type, data.status])).toEqual([
    ["order.placed", "pending"],
    ["payment.received", undefined],
    ["order.paid", "paid"],
    ["order.moved", "paid"],
    ["order.refunded", "paid"],
    ["ticket.admitted", "used"],
    ["order.refunded", "refunded"],
  ]);
  const [placed, received, paid, moved, part, admitted] = sent;
  expect(placed).toEqual({
    type: "order.placed",
    timestamp: "2026-11-24T06:30:00.000Z",
    data: {
      ...{ _id: id, visitDate: tomorrow(), visitSlot: "morning" },
      items: [
        { ticketType: "adult", quantity: 1, unitPrice: 20, subtotal: 20 },
        { ticketType: "child", quantity: 1, unitPrice: 10, subtotal: 10 },
      ],
      ...{ subtotal: 30, discount: 0, promoCode: null, totalAmount: 30, currency: "INR" },
      ...{ paymentMethod: "cash", status: "pending", tickets: [] },
      ...{ createdAt: "2026-11-24T06:30:00.000Z", updatedAt: "2026-11-24T06:30:00.000Z" },
    },
  });
  expect(received?.data).toMatchObject({
    ...{ receiptNumber: 1, provider: "manual", orderId: id, amount: 30, refunded: 0 },
    ...{ currency: "INR", method: "cash", day: "2026-11-24" },
  });
  expect(received?.data).not.toHaveProperty("review");
  expect(paid?.data.tickets).toEqual([
    { number: 1, ticketType: "adult", usedAt: null },
    { number: 2, ticketType: "child", usedAt: null },
  ]);
  expect(moved?.data.visitSlot).toBe("evening");
  expect(part?.data.tickets).toHaveLength(1);
  expect(admitted?.data).toEqual({
    ...{ orderId: id, visitDate: tomorrow(), visitSlot: "evening", ticketType: "adult" },
    ...{ valid: false, status: "used", usedAt: "2026-11-24T06:30:00.000Z", number: 1 },
  });
});

test("nothing that is sent names a person or opens anything", () => {
  const { id, seq } = anOrder({ status: "paid" });
  checkIn(owner, codesOf(seq)[0]!, true);
  updateOrderStatus(owner, id, "refunded", { knownInside: 1, refundReason: "Asha Rao is ill" });
  lockDay(owner, toLocalDate());
  const all = JSON.stringify(sentTo("all"));
  expect(typesFor()).toHaveLength(6);
  for (const secret of ["Asha", "asha@", "98765", "Meera", ...codesOf(seq), "/order/"])
    expect(all).not.toContain(secret);
});

test("a sale at the counter is told step by step", () => {
  sell(owner, {
    ...{ visitDate: toLocalDate(), visitSlot: "afternoon", counts: { adult: 1, child: 1 } },
    ...{ contact: { name: "", email: "", phone: "" }, promoCode: "", paymentMethod: "cash" },
    ...{ received: 3_000, admits: true },
  } as never);
  expect(sentTo("all").map(({ type, data }) => `${type} ${data.status ?? data.amount}`)).toEqual([
    "order.placed pending",
    "payment.received 30",
    "order.paid paid",
    "ticket.admitted used",
    "ticket.admitted used",
  ]);
});

test("a day that is locked is told with its takings", () => {
  anOrder({ status: "paid" });
  anOrder({ status: "refunded" });
  lockDay(owner, toLocalDate());
  lockDay(owner, toLocalDate());
  expect(sentTo("all").filter(({ type }) => type === "day.closed")).toEqual([
    {
      type: "day.closed",
      timestamp: "2026-11-24T06:30:00.000Z",
      data: { day: "2026-11-24", came: 60, went: 30, returned: 0, net: 30, locked: true },
    },
  ]);
  const empty = "2026-11-20";
  lockDay(owner, empty);
  expect(sentTo("all").at(-1)?.data).toMatchObject({ day: empty, came: 0, net: 0 });
});

test("what was not paid in time is cancelled for receivers, too", () => {
  const { id } = anOrder();
  wait(25 * 3600);
  transaction((tx) => expireUnpaid(tx, Date.now()));
  expect(sentTo("all").map(({ type, data }) => [type, data._id])).toEqual([
    ["order.placed", id],
    ["order.cancelled", id],
  ]);
});

test("each endpoint gets what it chose, with the same id for all", () => {
  anEndpoint("paid", ["order.paid"]);
  anEndpoint("days", ["day.closed"]);
  anEndpoint("stopped");
  db.update(webhookEndpoints)
    .set({ state: "stopped" })
    .where(sql`id = 'stopped'`)
    .run();
  anOrder({ status: "paid" });
  expect([typesFor("paid"), typesFor("days"), typesFor("stopped")]).toEqual([
    ["order.paid"],
    [],
    [],
  ]);
  const ids = db
    .select()
    .from(webhookDeliveries)
    .all()
    .filter(({ event }) => event === "order.paid")
    .map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a change that is rolled back is told to nobody", async () => {
  const { id } = anOrder();
  const before = typesFor();
  expect(() =>
    transaction((tx) => {
      updateOrderStatus(owner, id, "paid");
      expect(typesFor()).toHaveLength(before.length + 2);
      tx.run(sql`SELECT * FROM no_such_table`);
    }),
  ).toThrow();
  expect([typesFor(), orderById(id).status]).toEqual([before, "pending"]);

  // In a commit that several bookings share, each is rolled back alone.
  sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON outbox
    WHEN new.recipient = 'broken@zoo.test' BEGIN SELECT raise(ABORT, 'broken'); END`);
  const booking = PlaceOrder.parse(anOrderBody());
  const broken = { ...booking, contact: { ...booking.contact, email: "broken@zoo.test" } };
  const results = await Promise.allSettled([createOrder(broken), createOrder(booking)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(typesFor()).toEqual([...before, "order.placed"]);
});

test("where a delivery cannot be written, neither is its change", () => {
  const { id } = anOrder();
  sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON webhook_deliveries
    WHEN new.event = 'order.paid' BEGIN SELECT raise(ABORT, 'broken'); END`);
  expect(() => updateOrderStatus(owner, id, "paid")).toThrow("broken");
  expect([typesFor(), orderById(id).status]).toEqual([["order.placed"], "pending"]);
});

test("without an endpoint nothing is written", () => {
  db.delete(webhookEndpoints).run();
  anOrder({ status: "refunded" });
  expect(db.select().from(webhookDeliveries).all()).toEqual([]);
});

test("what is sent never changes", () => {
  anOrder();
  expect(() => db.update(webhookDeliveries).set({ body: "{}" }).run()).toThrow(
    "what is sent does not change",
  );
});

const press = (id: string) => updateOrderStatus(owner, id, "paid", { isUndoable: true });

test("what can be undone is sent when it no longer can, and not at all once it is undone", async () => {
  const { id } = anOrder();
  db.update(webhookDeliveries).set({ state: "sent", attempts: 1 }).run();
  wait(3600);
  press(id);
  expect(typesFor()).toEqual(["order.placed", "payment.received", "order.paid"]);
  wait(9);
  expect(await claimNext("all", Date.now())).toBeNull();
  undoStatusChange(owner, id);
  expect(typesFor()).toEqual(["order.placed"]);

  wait(3600);
  press(id);
  wait(10);
  expect((await claimNext("all", Date.now()))?.event).toBe("payment.received");
});

test("whoever was told of a change that is undone is told how things are now", async () => {
  anEndpoint("paid", ["order.paid"]);
  anEndpoint("late", ["order.paid"]);
  const { id } = anOrder();
  wait(3600);
  press(id);
  wait(11);
  expect((await claimNext("paid", Date.now()))?.event).toBe("order.paid");
  wait(2);
  undoStatusChange(owner, id);
  expect(typesFor("paid")).toEqual(["order.paid", "order.placed"]);
  expect(sentTo("paid").at(-1)?.data).toMatchObject({ _id: id, status: "pending", tickets: [] });
  expect(typesFor("late")).toEqual([]);
  // What has not arrived yet must not arrive after it.
  expect(await claimNext("paid", Date.now() + HOUR_MS)).toMatchObject({ event: "order.placed" });
});

test("other orders' events are not held back by an undoable change", async () => {
  const { id } = anOrder();
  db.delete(webhookDeliveries).run();
  press(id);
  const other = anOrder();
  expect((await claimNext("all", Date.now() + HOUR_MS / 3600))?.body).toContain(other.id);
});
