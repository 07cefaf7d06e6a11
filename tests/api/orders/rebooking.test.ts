import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { capacityOverrides, slotOccupancy, idempotencyKeys } from "db/schema";
import { addDays } from "~/lib/dates";
import { purgeIdempotencyKeys } from "~/features/orders/create-order.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anOrder, anOrderBody, tomorrow } from "../../support/data/factories";
import {
  MINUTE,
  HOUR,
  TODAY,
  zooTime,
  place,
  move,
  ordersKept,
  adults,
  postForm,
  MORNING,
} from "../../support/data/place-orders";

everyTestBeginsAt(MORNING);

describe("a booking repeated with its idempotency key", () => {
  const KEY = { "idempotency-key": "a8098c1a-f86e-11da-bd1a-00112444be1e" };

  test("returns the same order", async () => {
    const first = await place({}, KEY);
    vi.setSystemTime(Date.now() + 5 * MINUTE);

    const again = await place({}, KEY);

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(ordersKept()).toBe(1);
    expect(db.select().from(slotOccupancy).all()).toMatchObject([{ held: 2 }]);
  });

  test("returns the current order, even in a full or ended slot", async () => {
    const first = await place({ visitDate: TODAY }, KEY);
    await move(first.body.data.order._id, "paid");
    db.insert(capacityOverrides)
      .values({ visitDate: TODAY, visitSlot: "morning", capacity: 0 })
      .run();
    vi.setSystemTime(zooTime(TODAY, "19:00"));

    const again = await place({ visitDate: TODAY }, KEY);

    expect([again.status, again.body.data.order._id]).toEqual([201, first.body.data.order._id]);
    expect(again.body.data.order.status).toBe("paid");
  });

  test("is a 422 with other details", async () => {
    await place({}, KEY);

    const others = [
      await place({ visitSlot: "evening" }, KEY),
      await place({ promoCode: "ZOO10" }, KEY),
      await place(adults(3), KEY),
      await place({ contact: { ...anOrderBody().contact, email: "ravi@example.org" } }, KEY),
    ];

    for (const { status, body } of others) {
      expect([status, body.success]).toEqual([422, false]);
      expect(body.message).toMatch(/\S/);
    }
    expect(ordersKept()).toBe(1);
  });

  test("fifty times at once makes one order", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => place({}, KEY)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.order._id)).size).toBe(1);
    expect(ordersKept()).toBe(1);
  });

  test("may be corrected after an error", async () => {
    db.insert(capacityOverrides)
      .values({ visitDate: tomorrow(), visitSlot: "morning", capacity: 0 })
      .run();

    const refused = [await place({ visitDate: "soon" }, KEY), await place({}, KEY)];
    const mended = await place({ visitSlot: "evening" }, KEY);

    expect(refused.map(({ status }) => status)).toEqual([400, 409]);
    expect(mended.status).toBe(201);
  });

  test("books twice without a key or with another", async () => {
    await place();
    await place();
    await place({}, { "idempotency-key": "  " });
    await place({}, KEY);
    await place({}, { "idempotency-key": "another" });

    expect(ordersKept()).toBe(5);
  });

  test("rejects a very long key", async () => {
    const { status } = await place({}, { "idempotency-key": "k".repeat(5_000) });

    expect([status, ordersKept()]).toEqual([400, 0]);
  });

  test("is a new booking when its key expired after a day", async () => {
    const again = () => place({ visitDate: addDays(TODAY, 3) }, KEY);
    await again();

    vi.setSystemTime(Date.now() + 24 * HOUR - 1);
    expect(purgeIdempotencyKeys()).toBe("done");
    expect((await again()).headers.get("idempotent-replayed")).toBe("true");

    vi.setSystemTime(Date.now() + 1);
    purgeIdempotencyKeys();
    expect((await again()).headers.get("idempotent-replayed")).toBeNull();
    expect(ordersKept()).toBe(2);
  });

  test("purges old keys in batches of five hundred", () => {
    const { seq } = anOrder();
    for (let at = 0; at < 500; at += 1) {
      const row = { key: `key ${at}`, bodyHash: "", orderSeq: seq, createdAt: at };
      db.insert(idempotencyKeys).values(row).run();
    }

    expect([purgeIdempotencyKeys(), purgeIdempotencyKeys()]).toEqual(["more", "done"]);
    expect(db.select().from(idempotencyKeys).all()).toEqual([]);
  });

  test("the booking form sent twice books once", async () => {
    const first = await postForm({ key: "01J0FORM" });
    const again = await postForm({ key: "01J0FORM" });

    expect([first.status, again.status]).toEqual([302, 302]);
    expect(first.headers.get("location")).toMatch(/^\/order\//);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(ordersKept()).toBe(1);
  });

  test("the form's key with other details is a 422 that books nothing", async () => {
    await postForm({ key: "01J0FORM" });

    const other = await postForm({ key: "01J0FORM", slot: "evening" });

    expect([other.status, ordersKept()]).toEqual([422, 1]);
  });

  test("keys of API and form are separate", async () => {
    const byForm = await postForm({ key: "one-key" });
    const byApi = await place(
      { contact: { name: "Asha Rao", email: "asha@example.org" } },
      { "idempotency-key": "one-key" },
    );
    const posing = await place({}, { "idempotency-key": "form one-key" });

    expect([byForm.status, byApi.status, posing.status]).toEqual([302, 201, 201]);
    expect(byApi.headers.get("idempotent-replayed")).toBeNull();
    expect(ordersKept()).toBe(3);
  });
});
