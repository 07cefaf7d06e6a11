import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { messages, orders } from "db/schema";
import { addDays } from "~/lib/dates";
import { listOutbox } from "~/features/mail/outbox-list.server";
import { ListOutbox } from "~/features/mail/outbox.schema";
import { requestBookingLinks } from "~/features/mail/enqueue-mail.server";
import { ListMessages } from "~/features/messages/message.schema";
import { deleteMessage, listMessages, sendMessage } from "~/features/messages/messages.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { exportOrders } from "~/features/reports/order-export.server";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { manyOrders } from "../../support/data/many-orders";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const list = (query: Record<string, string>) => listOrders(owner(), ListOrders.parse(query));
const numbers = (query: Record<string, string>) => list(query).items.map(({ seq }) => seq);

afterEach(() => void vi.useRealTimers());

describe("the pages of a long list", () => {
  beforeEach(() => manyOrders(230));

  test.each([
    "-createdAt",
    "createdAt",
    "-totalAmount",
    "totalAmount",
    "visitDate",
    "-visitDate",
    "status",
    "-status",
    "status,-totalAmount",
    "visitDate,createdAt",
  ])("sorted by %s contain every order once, from either end", (sort) => {
    const [whole] = [numbers({ sort, limit: "500" })];
    const paged = Array.from({ length: 12 }, (_, at) =>
      numbers({ sort, limit: "20", page: String(at + 1) }),
    );

    expect(whole).toHaveLength(230);
    expect(paged.flat()).toEqual(whole);
    expect(paged.at(-1)).toHaveLength(10);
    expect(numbers({ sort, limit: "20", page: "13" })).toEqual([]);
  });

  test("contain exactly the matches of a filter or search", () => {
    const days = sqlite.prepare("SELECT DISTINCT placed_on FROM orders ORDER BY 1").pluck().all();
    const [from, to] = [String(days[20]), String(days.at(-20))];
    const filters: Record<string, string>[] = [
      { status: "paid" },
      { status: "paid,pending" },
      { paymentMethod: "upi,cash" },
      { from, to },
      { status: "paid,pending", to },
      { q: "example" },
    ];
    for (const asked of filters) {
      const { total } = list(asked).pagination;
      const pages = Array.from({ length: Math.ceil(total / 10) }, (_, at) =>
        numbers({ ...asked, limit: "10", page: String(at + 1) }),
      );

      expect(total).toBeGreaterThan(60);
      expect(pages.flat()).toHaveLength(total);
      expect(pages.flat(), JSON.stringify(asked)).toEqual(numbers({ ...asked, limit: "500" }));
    }
  });

  test("an export continues after orders with the same time", async () => {
    db.update(orders).set({ createdAt: Date.now() }).run();

    const seqs = [];
    for await (const batch of exportOrders(owner(), {})) seqs.push(...batch.map(({ seq }) => seq));

    expect(seqs).toEqual(numbers({ limit: "500" }));
  });
});

describe("a search", () => {
  test("in one status follows a status that changed after it was indexed", () => {
    const { id } = anOrder({ contact: { name: "Nila Waits", email: "n@example.org", phone: "" } });
    expect(list({ q: "nila", status: "pending" }).pagination.total).toBe(1);

    db.update(orders).set({ status: "paid" }).where(eq(orders.id, id)).run();

    expect(list({ q: "nila", status: "pending" }).pagination.total).toBe(0);
    expect(list({ q: "nila", status: "paid,refunded" }).pagination.total).toBe(1);
    expect(list({ q: "nil", status: "cancelled" }).items).toEqual([]);
  });

  test("does not match a status", () => {
    anOrder();
    for (const q of ["pending", "pen", '" OR status : "pen']) {
      expect(list({ q }).items, q).toEqual([]);
    }
  });

  test("finds the newest orders before they are indexed", () => {
    manyOrders(2_500);
    const newest = anOrder({ contact: { name: "Zoya Lately", email: "z@example.org", phone: "" } });

    expect(list({ q: "lately" }).items.map(({ id }) => id)).toEqual([newest.id]);
    expect(list({ q: "lately", status: "paid" }).items).toEqual([]);
    while (orderSearch.update(500) === "more");
    expect(list({ q: "lately" }).items.map(({ id }) => id)).toEqual([newest.id]);
  });

  test("applies filters before the limit of 5,000", () => {
    const { id, createdAt } = anOrder({
      contact: { name: "Zoya Example", email: "z@example.org", phone: "" },
      paymentMethod: "cash",
      visitDate: addDays(toLocalDate(), 60),
    });
    manyOrders(5_200, { now: Date.now() + 86_400_000, days: 0.5 });
    while (orderSearch.update(1_000) === "more");
    const found = (query: Record<string, string>) =>
      list({ q: "example", ...query }).items.map((order) => order.id);

    expect(found({ email: "z@example.org" })).toEqual([id]);
    expect(
      found({
        visitDate: addDays(toLocalDate(), 60),
        paymentMethod: "cash",
        to: new Date(createdAt).toISOString(),
      }),
    ).toEqual([id]);
    expect(found({ to: new Date(createdAt).toISOString() })).toEqual([id]);
    expect(found({ email: "z@example.org", paymentMethod: "upi" })).toEqual([]);
    expect(list({ q: "example", paymentMethod: "cash" }).pagination.total).toBeLessThan(5_000);
  });

  test("is limited to the newest 5,000 and says so", () => {
    manyOrders(5_200);
    while (orderSearch.update(1_000) === "more");
    const oldest = sql`(SELECT min(seq) FROM orders)`;
    db.update(orders)
      .set({ contactName: "!? Oldest" })
      .where(sql`seq = ${oldest}`)
      .run();

    expect(list({ q: "example" })).toMatchObject({
      pagination: { total: 5_000 },
      note: "Only the newest 5,000 matches are shown. Use a longer word to narrow the search.",
    });
    expect(list({ q: "!?" })).toMatchObject({
      pagination: { total: 0 },
      note: "Searches of fewer than three letters cover only the newest 5,000.",
    });
    expect(list({ q: "oldest" })).toMatchObject({ pagination: { total: 1 }, note: undefined });
  });

  test("of mails finds complete addresses of any age, parts only recently", () => {
    requestBookingLinks("old@example.org");
    requestBookingLinks("new@example.org");
    const found = (q: string) => {
      const { items, note } = listOutbox(owner(), ListOutbox.parse({ q }));
      return [items.map(({ recipient }) => recipient), note];
    };
    expect(found("example.org")).toEqual([["new@example.org", "old@example.org"], undefined]);

    sqlite.exec("UPDATE outbox SET id = id + 5000 WHERE recipient = 'new@example.org'");
    const note = "Partial matches cover only the newest 5,000; exact matches cover everything.";
    expect(found("example.org")).toEqual([["new@example.org"], note]);
    expect(found("old@example.org")).toEqual([["old@example.org"], note]);
  });

  test("of messages finds part of any field, but no deleted message", () => {
    const said = { email: "", subject: "", archived: false, read: false };
    const { id } = sendMessage({ ...said, name: "José Rao", body: 'A 50% "green" scarf' } as never);
    const found = (q: string) => listMessages(owner(), ListMessages.parse({ q })).pagination.total;

    for (const q of ["jose", "50% ", '"GREEN" s', "sé", "scarf", "rao josé"]) {
      expect(found(q), q).toBe(1);
    }
    for (const q of ["raoa", "rao asha", "greeen", "\0"]) expect(found(q), q).toBe(0);

    deleteMessage(owner(), id);
    expect(found("scarf")).toBe(0);
    expect(db.select().from(messages).all()).toEqual([]);
  });
});

describe("work that grows with the data", () => {
  test("yields between chunks and ends with the last one", async () => {
    const said: string[] = [];
    let left = 3;
    const work = runInChunks(() => {
      said.push("slice");
      left -= 1;
      return left > 0 ? "more" : "done";
    });
    setImmediate(() => said.push("visitor"));

    await work;

    expect(said.filter((who) => who === "slice")).toHaveLength(3);
    expect(said.at(-1)).toBe("slice");
    expect(said).toContain("visitor");
  });

  test("expires thousands of unpaid orders in batches", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    manyOrders(600);
    const pending = () => list({ status: "pending" }).pagination.total;
    const before = pending();
    vi.setSystemTime(Date.now() + 30 * 86_400_000);

    expect(before).toBeGreaterThan(100);
    expect(expireOverdue()).toBe("more");
    expect(pending()).toBe(before - 50);
    const lapsed =
      "SELECT max(expires_at) FROM orders WHERE status_reason LIKE 'Not paid in time%'";
    const waiting = "SELECT min(expires_at) FROM orders WHERE status = 'pending'";
    const [last, next] = [lapsed, waiting].map((asked) =>
      Number(sqlite.prepare(asked).pluck().get()),
    );
    expect(last, "the longest overdue first").toBeLessThanOrEqual(next!);
    while (expireOverdue() === "more");
    expect(pending()).toBe(0);
    const held = sqlite.prepare("SELECT coalesce(sum(held), 0) FROM slot_occupancy").pluck().get();
    const live = sqlite.prepare("SELECT sum(ticket_count) FROM orders WHERE status = 'paid'");
    expect(held).toBe(live.pluck().get());
  });
});
