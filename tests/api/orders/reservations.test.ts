import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { capacityOverrides, slotOccupancy, settings, tickets } from "db/schema";
import { addDays, formatShortDate } from "~/lib/dates";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { nextExpiry, expireOverdue } from "~/features/orders/expire-orders.server";
import { call, send } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anOrder, tomorrow } from "../../support/data/factories";
import { randomFrom, type Random } from "../../support/data/random";
import {
  MINUTE,
  HOUR,
  TODAY,
  SLOTS,
  type Slot,
  zooTime,
  place,
  move,
  remove,
  statusOf,
  ordersKept,
  adults,
  MORNING,
} from "../../support/data/place-orders";

everyTestBeginsAt(MORNING);

const capacity = (places: number, visitSlot: Slot = "morning", visitDate = tomorrow()) =>
  db
    .insert(capacityOverrides)
    .values({ visitDate, visitSlot, capacity: places })
    .onConflictDoUpdate({
      target: [capacityOverrides.visitDate, capacityOverrides.visitSlot],
      set: { capacity: places },
    })
    .run();

const heldIn = (visitSlot: Slot = "morning") =>
  db.select().from(slotOccupancy).where(eq(slotOccupancy.visitSlot, visitSlot)).get()?.held ?? 0;

describe("places", () => {
  test("a slot has 500 places by default", async () => {
    for (let sold = 0; sold < 500; sold += 25) {
      anOrder({
        items: [
          { ticketType: "adult", quantity: 10 },
          { ticketType: "child", quantity: 10 },
          { ticketType: "senior", quantity: 5 },
        ],
      });
    }

    const { status, body } = await place(adults(1));

    expect([status, body.message]).toEqual([409, "Only 0 places left in this slot"]);
    expect(heldIn()).toBe(500);
  });

  test("an order that does not fit is rejected with alternatives", async () => {
    capacity(5);
    capacity(3, "afternoon");
    capacity(40, "evening");
    anOrder();

    const { status, body } = await place(adults(4));

    expect([status, body.message]).toEqual([409, "Only 3 places left in this slot"]);
    const said = JSON.stringify(body.errors);
    expect(said).toMatch(/evening/i);
    expect(said).toMatch(/40/);
    expect(said).not.toMatch(/afternoon/i);
    expect([ordersKept(), heldIn()]).toEqual([1, 2]);
  });

  test("alternatives include exactly fitting slots, else another day", async () => {
    capacity(1);
    capacity(2, "afternoon");
    capacity(2, "evening");
    const advice = async (people: number) => (await place(adults(people))).body.errors[1].message;

    expect(await advice(2)).toBe("Still room: Afternoon (2 left), Evening (2 left)");
    expect(await advice(3)).toMatch(/^Try another day: \d+ \w+ \d+, /);
  });

  test("a party that no slot of any day has places for is told whom to ask, at every door", async () => {
    const [day, later] = [tomorrow(), addDays(tomorrow(), 2)];
    db.insert(settings).values({ name: "default_capacity", value: "12" }).run();
    capacity(20, "evening", later);
    const advice = async (children: number) => {
      const items = [...adults(10).items, { ticketType: "child", quantity: children }];
      return (await place({ items })).body.errors[1].message;
    };

    expect(await advice(6)).toBe(`Try another day: ${formatShortDate(later)}`);
    expect(bookableDay(day, 16).next.map((open) => open.day)).toEqual([later]);
    expect(bookableDay(day, 12).next).toEqual([]);
    const open = async (people: string) => {
      const { body } = await call("GET /order/availability", {
        query: { from: day, to: later, people },
      });
      return body.data?.filter((slot: { open: boolean }) => slot.open).length;
    };
    expect([await open("12"), await open("16"), await open("2.5")]).toEqual([9, 1, undefined]);

    expect(await advice(10)).toMatch("Try another day");
    capacity(19, "evening", later);
    expect(await advice(10)).toMatch(/^No slot .* places for 20 people .* call \+91/);
    const form = { date: day, slot: "morning", adult: "10", child: "10", intent: "places" };
    const screen = await sendAndRender("/tickets", {
      method: "POST",
      body: new URLSearchParams(form),
    });
    expect(await screen.text()).toMatch(/20 people.*href="\/contact"/s);
  });

  test("alternatives exclude ended slots", async () => {
    vi.setSystemTime(zooTime(TODAY, "15:30"));
    capacity(1, "evening", TODAY);

    const { status, body } = await place({ visitDate: TODAY, visitSlot: "evening" });

    expect(status).toBe(409);
    expect(JSON.stringify(body.errors)).not.toMatch(/morning|afternoon/i);
  });

  test("the last places are sold, but no more", async () => {
    capacity(4);

    const answers = [await place(adults(3)), await place(adults(2)), await place(adults(1))];

    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
    expect(heldIn()).toBe(4);
  });

  test("thirty concurrent visitors cannot oversell a slot", async () => {
    capacity(20);

    const answers = await Promise.all(Array.from({ length: 30 }, () => place(adults(3))));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
    expect(heldIn()).toBe(18);
  });

  test("availability is public per slot", async () => {
    anOrder({ status: "cancelled" });
    anOrder();
    capacity(3, "morning");
    capacity(0, "afternoon");

    const { status, body } = await call("GET /order/availability", {
      query: { from: tomorrow(), to: tomorrow() },
    });

    const told = (visitSlot: string) =>
      body.data.find((slot: { visitSlot: string }) => slot.visitSlot === visitSlot);
    expect(status).toBe(200);
    expect(told("morning")).toMatchObject({ capacity: 3, booked: 2, left: 1, open: true });
    expect(told("afternoon")).toMatchObject({ capacity: 0, booked: 0, left: 0, open: false });
    expect(told("evening")).toMatchObject({ capacity: 500, booked: 0, left: 500, open: true });
  });

  test("availability covers two weeks, with ended slots closed", async () => {
    vi.setSystemTime(zooTime(TODAY, "12:30"));

    const { body } = await call("GET /order/availability");

    const told = body.data.map((slot: { visitDate: string; visitSlot: string; open: boolean }) => [
      slot.visitDate,
      slot.visitSlot,
      slot.open,
    ]);
    expect(told).toHaveLength(14 * SLOTS.length);
    expect(told.slice(0, 2)).toEqual([
      [TODAY, "morning", false],
      [TODAY, "afternoon", true],
    ]);
    expect(told.at(-1)).toEqual([addDays(TODAY, 13), "evening", true]);
  });

  test("a closed slot sells nothing", async () => {
    capacity(0);

    const { status } = await place(adults(1));

    expect([status, ordersKept()]).toEqual([409, 0]);
  });

  test("a slot smaller than its bookings sells nothing and cancels nothing", async () => {
    const { id } = anOrder();
    capacity(1);

    const { status, body } = await place(adults(1));
    const paid = await move(id, "paid");

    expect([status, body.message]).toEqual([409, "Only 0 places left in this slot"]);
    expect(paid.status).toBe(200);
  });

  test.each([
    { from: "pending", to: "cancelled" },
    { from: "paid", to: "cancelled" },
    { from: "paid", to: "refunded" },
  ] as const)("an order from $from to $to releases its places", async ({ from, to }) => {
    capacity(2);
    const { id } = anOrder({ status: from });

    const full = await place(adults(1));
    await move(id, to);
    const free = await place(adults(2));

    expect([full.status, free.status]).toEqual([409, 201]);
  });

  test.each(["pending", "paid"] as const)(
    "deleting a %s order releases its places",
    async (status) => {
      const { id } = anOrder({ status });

      await remove(id);

      expect(heldIn()).toBe(0);
    },
  );

  test.each(["cancelled", "refunded"] as const)(
    "deleting a %s order releases nothing",
    async (status) => {
      anOrder();
      const { id } = anOrder({ status });

      await remove(id);

      expect(heldIn()).toBe(2);
    },
  );

  test.each(["cancelled", "refunded"] as const)(
    "paying a %s order reserves its places again if available",
    async (status) => {
      capacity(3);
      const { id } = anOrder({ status });
      const other = anOrder({ items: [{ ticketType: "adult", quantity: 2 }] });

      const full = await move(id, "paid");
      expect([full.status, full.body.message]).toEqual([409, "Only 1 place left in this slot"]);
      expect([statusOf(id), heldIn()]).toEqual([status, 2]);

      await move(other.id, "cancelled");
      const again = await move(id, "paid");
      expect([again.status, again.body.data.qrCodes]).toEqual([200, expect.any(Array)]);
      expect(again.body.data.qrCodes).toHaveLength(2);
      expect(heldIn()).toBe(2);
    },
  );

  test("a repeated transition counts once", async () => {
    const { id } = anOrder();
    anOrder();

    for (const status of ["paid", "paid", "cancelled", "cancelled"]) await move(id, status);

    expect(heldIn()).toBe(2);
  });
});

describe("an unpaid order", () => {
  const day = () => addDays(TODAY, 3);

  test.each(["upi", "card"])(
    "by %s expires after 24 hours, with a reason",
    async (paymentMethod) => {
      capacity(2, "morning", day());
      const first = await place({ visitDate: day(), paymentMethod });
      const { _id: id, links } = first.body.data.order;

      vi.setSystemTime(Date.now() + 24 * HOUR - MINUTE);
      const early = await place({ visitDate: day() });
      expect([early.status, statusOf(id)]).toEqual([409, "pending"]);

      vi.setSystemTime(Date.now() + 2 * MINUTE);
      const late = await place({ visitDate: day() });
      expect([late.status, statusOf(id)]).toEqual([201, "cancelled"]);

      const page = await send(`${new URL(links.order).pathname}?_data=routes/public/order`);
      const { order } = await page.json();
      expect(order.status).toBe("cancelled");
      expect(order.statusReason).toMatch(/\S/);
    },
  );

  test("releases its places in form and API on expiry", async () => {
    capacity(2, "morning", day());
    const isOpen = {
      "in the form": async () => {
        const page = await send(`/tickets?date=${day()}&_data=routes/public/tickets`);
        return (await page.json()).slots[0].open as boolean;
      },
      "by the API": async () => {
        const query = { from: day(), to: day() };
        return (await call("GET /order/availability", { query })).body.data[0].open as boolean;
      },
    };
    for (const [where, look] of Object.entries(isOpen)) {
      await place({ visitDate: day() });
      expect(await look(), where).toBe(false);
      vi.setSystemTime(Date.now() + 24 * HOUR);
      expect(await look(), where).toBe(true);
    }
  });

  test("expires without another booking", async () => {
    const { body } = await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 24 * HOUR + MINUTE);

    expireOverdue();

    expect([statusOf(body.data.order._id), heldIn()]).toEqual(["cancelled", 0]);
  });

  test("expires exactly at its known expiry", async () => {
    expect(nextExpiry()).toBe(Infinity);
    const { body } = await place({ visitDate: day() });
    const { _id: id } = body.data.order;
    expect(nextExpiry()).toBe(Date.now() + 24 * HOUR);

    vi.setSystemTime(nextExpiry() - 1);
    expect([expireOverdue(), statusOf(id)]).toEqual(["done", "pending"]);
    vi.setSystemTime(nextExpiry());
    expect([expireOverdue(), statusOf(id)]).toEqual(["done", "cancelled"]);
    expect(nextExpiry()).toBe(Infinity);
  });

  test("expires after the payment deadline that owners set", async () => {
    db.insert(settings).values({ name: "hold_hours", value: "2" }).run();
    const { body } = await place({ visitDate: day() });

    vi.setSystemTime(Date.now() + 2 * HOUR - MINUTE);
    expireOverdue();
    expect(statusOf(body.data.order._id)).toBe("pending");

    vi.setSystemTime(Date.now() + 2 * MINUTE);
    expireOverdue();
    expect(statusOf(body.data.order._id)).toBe("cancelled");
  });

  test("in cash expires when its slot ends", async () => {
    const { body } = await place({
      visitDate: day(),
      visitSlot: "afternoon",
      paymentMethod: "cash",
    });
    const { _id: id } = body.data.order;

    vi.setSystemTime(zooTime(day(), "14:59"));
    expireOverdue();
    expect([statusOf(id), heldIn("afternoon")]).toEqual(["pending", 2]);

    vi.setSystemTime(zooTime(day(), "15:01"));
    expireOverdue();
    expect([statusOf(id), heldIn("afternoon")]).toEqual(["cancelled", 0]);
  });

  test("expires even behind many earlier ones", async () => {
    capacity(2, "morning", day());
    for (let many = 0; many < 55; many += 1)
      await place({ visitDate: day(), visitSlot: "evening" });
    vi.setSystemTime(Date.now() + MINUTE);
    const last = await place({ visitDate: day(), ...adults(2) });
    const refused = await place({ visitDate: day(), ...adults(1) });
    vi.setSystemTime(Date.now() + 25 * HOUR);

    const booked = await place({ visitDate: day(), ...adults(1) });

    expect([refused.status, booked.status]).toEqual([409, 201]);
    expect(statusOf(last.body.data.order._id)).toBe("cancelled");
  });

  test("may be paid after expiry if places are available", async () => {
    capacity(2, "morning", day());
    const { body } = await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 25 * HOUR);
    expireOverdue();

    const paid = await move(body.data.order._id, "paid");

    expect([paid.status, paid.body.data.order.status]).toEqual([200, "paid"]);
    expect(paid.body.data.qrCodes).toHaveLength(2);
    const refused = await place({ visitDate: day(), ...adults(1) });
    expect(refused.status).toBe(409);
  });

  test("does not block repaying another order after expiry", async () => {
    capacity(2, "morning", day());
    const cancelled = anOrder({ visitDate: day(), status: "cancelled" });
    await place({ visitDate: day() });
    vi.setSystemTime(Date.now() + 24 * HOUR + MINUTE);

    const paidAgain = await move(cancelled.id, "paid");

    expect([paidAgain.status, statusOf(cancelled.id)]).toEqual([200, "paid"]);
  });

  test("does not expire once paid", async () => {
    const { body } = await place({ visitDate: day() });
    await move(body.data.order._id, "paid");
    vi.setSystemTime(Date.now() + 30 * HOUR);

    expireOverdue();

    expect([statusOf(body.data.order._id), heldIn()]).toEqual(["paid", 2]);
  });
});

/** What the zoo should have on its books, kept beside it by a simpler hand. */
type Known = {
  id: string;
  place: string;
  count: number;
  status: string;
  paymentMethod: string;
  placedAt: number;
};
const MOVES: Record<string, string[]> = {
  pending: ["paid", "cancelled"],
  paid: ["cancelled", "refunded"],
  cancelled: ["paid"],
  refunded: ["paid", "cancelled"],
};
const holds = ({ status }: { status: string }) => status === "pending" || status === "paid";

describe("slot occupancy", () => {
  const CAPACITY = 14;
  const DAYS = [addDays(TODAY, 2), addDays(TODAY, 3)];

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "equals the sum of active orders after random actions (run %i)",
    async (seed) => {
      const random = randomFrom(seed);
      const known = new Map<string, Known>();
      db.insert(settings)
        .values({ name: "default_capacity", value: String(CAPACITY) })
        .run();

      for (let step = 0; step < 50; step += 1) {
        const what = await happening(random, known);

        const wanted = new Map<string, number>();
        for (const order of known.values()) {
          if (holds(order)) wanted.set(order.place, (wanted.get(order.place) ?? 0) + order.count);
        }
        expect([seed, step, what, ledger()]).toEqual([
          seed,
          step,
          what,
          Object.fromEntries([...wanted].toSorted()),
        ]);
        expect(Math.max(0, ...wanted.values())).toBeLessThanOrEqual(CAPACITY);
        expect(livingTickets()).toEqual(
          [...known.values()].reduce((sum, o) => sum + (o.status === "paid" ? o.count : 0), 0),
        );
      }
    },
  );

  const left = (place: string, known: Map<string, Known>) =>
    [...known.values()].reduce(
      (free, order) => (order.place === place && holds(order) ? free - order.count : free),
      CAPACITY,
    );

  async function happening(random: Random, known: Map<string, Known>) {
    const some = known.size > 0 ? random.oneOf([...known.values()]) : undefined;
    const what = random.oneOf([
      "book",
      "book",
      "move",
      "move",
      "move",
      "edit",
      "delete",
      "wait",
    ] as const);
    if (what === "book" || !some) return book(random, known);
    if (what === "move") return moveOne(random, some, known);
    if (what === "edit") return edit(random, some, known);
    if (what === "wait") return wait(random, known);
    const { status } = await remove(some.id);
    expect(status).toBe(200);
    known.delete(some.id);
    return `delete ${some.id}`;
  }

  async function book(random: Random, known: Map<string, Known>) {
    const visitDate = random.oneOf(DAYS);
    const visitSlot = random.oneOf(SLOTS);
    const count = random.whole(1, 6);
    const at = `${visitDate} ${visitSlot}`;
    const paymentMethod = random.oneOf(["upi", "card", "cash"]);

    const { status, body } = await place({ visitDate, visitSlot, paymentMethod, ...adults(count) });

    const room = left(at, known);
    expect([status, room]).toEqual([count <= room ? 201 : 409, room]);
    if (status === 409)
      expect(body.message).toMatch(new RegExp(`^Only ${room} places? left in this slot$`));
    else {
      const id: string = body.data.order._id;
      const placedAt = Date.now();
      known.set(id, { id, place: at, count, status: "pending", paymentMethod, placedAt });
    }
    return `book ${count} ${at}: ${status}`;
  }

  async function moveOne(random: Random, order: Known, known: Map<string, Known>) {
    const next = random.oneOf(Object.keys(MOVES));
    const taking = !holds(order) && holds({ status: next });
    const fits = !taking || order.count <= left(order.place, known);
    const may = next === order.status || (MOVES[order.status]!.includes(next) && fits);

    const { status } = await move(order.id, next);

    expect([order.status, next, status]).toEqual([order.status, next, may ? 200 : 409]);
    if (may) order.status = next;
    return `${next} ${order.id}: ${status}`;
  }

  /** Another day, slot or number of tickets, as staff may change them; tickets only while pending. */
  async function edit(random: Random, order: Known, known: Map<string, Known>) {
    const visitDate = random.oneOf(DAYS);
    const visitSlot = random.oneOf(SLOTS);
    const count = random.chance(0.5) ? random.whole(1, 6) : undefined;
    const next = { ...order, place: `${visitDate} ${visitSlot}`, count: count ?? order.count };
    known.delete(order.id);
    const fits = !holds(order) || next.count <= left(next.place, known);
    known.set(order.id, order);
    const may = fits && (next.count === order.count || order.status === "pending");

    const { status } = await call("PATCH /order/{id}", {
      as: "admin",
      params: { id: order.id },
      body: { visitDate, visitSlot, ...(count && adults(count)) },
    });

    expect([order.status, next.place, count, status]).toEqual([
      order.status,
      next.place,
      count,
      may ? 200 : 409,
    ]);
    if (may) known.set(order.id, next);
    return `edit ${order.id}: ${status}`;
  }

  function expiresAt({ place: at, paymentMethod, placedAt }: Known) {
    const [day = "", slot = ""] = at.split(" ");
    const ends = slot === "morning" ? "12:00" : slot === "afternoon" ? "15:00" : "18:00";
    return paymentMethod === "cash" ? zooTime(day, ends) : placedAt + 24 * HOUR;
  }

  function wait(random: Random, known: Map<string, Known>) {
    // Never so long that the days to book are over.
    const last = zooTime(DAYS[0]!, "08:00");
    vi.setSystemTime(Math.min(last, Date.now() + random.whole(1, 6) * HOUR));
    expireOverdue();
    for (const order of known.values()) {
      if (order.status === "pending" && expiresAt(order) <= Date.now()) order.status = "cancelled";
    }
    return "wait";
  }

  const ledger = () =>
    Object.fromEntries(
      db
        .select()
        .from(slotOccupancy)
        .all()
        .filter(({ held }) => held > 0)
        .map(({ visitDate, visitSlot, held }) => [`${visitDate} ${visitSlot}`, held] as const)
        .toSorted(),
    );

  const livingTickets = () =>
    db
      .select()
      .from(tickets)
      .all()
      .filter(({ voidedAt }) => voidedAt === null).length;
});
