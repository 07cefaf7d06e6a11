import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { orders } from "db/schema";
import { capacityBeforeClosure } from "~/features/capacity/capacity-before-closure.server";
import {
  effectiveCapacity,
  overflowingBookings,
  LOW_AVAILABILITY,
  slotStatus,
  applyChange,
  type Capacity,
  type CapacityChange,
} from "~/features/capacity/capacity.rules";
import {
  ChangeDay,
  ChangeDefault,
  ChangeWeek,
  CloseDay,
} from "~/features/capacity/capacity.schema";
import { dateOverrides } from "~/features/capacity/capacity.server";
import {
  findAffectedBookings,
  changeCapacity,
  countAffected,
} from "~/features/capacity/change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { findClosure, listClosures } from "~/features/closures/closures.server";
import { occupancyByDate } from "~/features/capacity/slot-occupancy.server";
import { addDays } from "~/lib/dates";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { dataVersion } from "db/transaction.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { findOrder } from "~/features/orders/find-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import {
  cancelAsVisitor,
  rescheduleAsVisitor,
  rescheduleBlockedReason,
} from "~/features/booking/visitor-order.server";
import { PlaceOrder } from "~/features/orders/order.schema";
import { purgeIdempotencyKeys, createOrder } from "~/features/orders/create-order.server";
import { checkIn } from "~/features/gate/check-in.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, anOrderBody, asStaff } from "../../support/data/factories";
import { claimedMail } from "../../support/site/claimed-mail";
import type { Slot } from "~/features/slots/slot";
import { slotEnd } from "~/features/slots/slot-times.server";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const noRules: Capacity = { usual: 50, weekly: new Map(), dated: new Map() };
const nothing = { morning: null, afternoon: null, evening: null };
const DAY = addDays(toLocalDate(), 5);

const setDay = (day: string, places: Partial<Record<Slot, number>>, known = 1_000) =>
  changeCapacity(
    owner(),
    { what: "day", day, places: { ...nothing, ...places }, note: "" },
    { hit: known },
  );
const people = (many: number, slot: Slot = "morning", day = DAY, status: OrderStatus = "pending") =>
  anOrder({
    visitDate: day,
    visitSlot: slot,
    items: [{ ticketType: "adult", quantity: many }],
    status,
  });

test.each([
  ["open", { left: LOW_AVAILABILITY + 1 }],
  ["few", { left: LOW_AVAILABILITY }],
  ["few", { left: 1 }],
  ["full", { left: 0 }],
  ["closed", { left: 0, capacity: 0 }],
  ["over", { left: 0, capacity: 0, isOver: true }],
])("a slot is %s with %j", (state, slot) => {
  expect(slotStatus({ capacity: 50, isOver: false, ...slot })).toBe(state);
});

describe("the capacity of a slot", () => {
  const week = Array.from({ length: 7 }, (_, weekday) => ({
    ...nothing,
    morning: weekday === 1 ? 0 : null,
    evening: weekday === 3 ? 80 : null,
  }));
  const weekly = applyChange(noRules, { what: "week", week });
  const dated = applyChange(weekly, {
    what: "day",
    day: "2026-08-05",
    places: { ...nothing, evening: 20 },
    note: "",
  });

  test.each([
    { day: "2026-08-03", slot: "morning", places: 0, because: "Mondays" },
    { day: "2026-08-03", slot: "evening", places: 50, because: "the usual" },
    { day: "2026-08-12", slot: "evening", places: 80, because: "Wednesdays" },
    { day: "2026-08-05", slot: "evening", places: 20, because: "that day" },
    { day: "2026-08-05", slot: "morning", places: 50, because: "the usual" },
  ] as const)("$places on $day, $slot: $because", ({ day, slot, places }) => {
    expect(effectiveCapacity(dated, day, slot)).toBe(places);
  });

  test("falls back to the weekday when a date rule is removed", () => {
    const back = applyChange(dated, { what: "day", day: "2026-08-05", places: nothing, note: "" });

    expect(effectiveCapacity(back, "2026-08-05", "evening")).toBe(80);
  });
});

describe("which bookings do not fit", () => {
  const newestFirst = [{ people: 2 }, { people: 5 }, { people: 3 }];

  test.each([
    { capacity: 10, gone: [] },
    { capacity: 9, gone: [2] },
    { capacity: 8, gone: [2] },
    { capacity: 7, gone: [2, 5] },
    { capacity: 0, gone: [2, 5, 3] },
  ])("into $capacity places: $gone", ({ capacity, gone }) => {
    expect(overflowingBookings(newestFirst, capacity).map((booking) => booking.people)).toEqual(
      gone,
    );
  });
});

describe("changing the capacity", () => {
  test("requires the count of affected bookings, and changes none of them", () => {
    const first = people(3);
    const last = people(4, "morning", DAY, "paid");
    people(9, "evening");
    people(8, "morning", addDays(DAY, 1));
    people(8, "morning", DAY, "cancelled");
    const change: CapacityChange = {
      what: "day",
      day: DAY,
      places: { ...nothing, morning: 5 },
      note: "Path closed",
    };

    const hits = findAffectedBookings(owner(), change);
    expect(hits).toMatchObject([
      { visitDate: DAY, visitSlot: "morning", booked: 7, capacity: 5, orders: [{ id: last.id }] },
    ]);
    expect(() => changeCapacity(owner(), change)).toThrowError("1 booking no longer fits");
    expect(dateOverrides(DAY)).toMatchObject({ places: nothing, note: "" });

    changeCapacity(owner(), change, { hit: countAffected(hits) });
    expect(dateOverrides(DAY)).toMatchObject({
      places: { ...nothing, morning: 5 },
      note: "Path closed",
    });
    expect([first, last].map(({ id }) => findOrder(owner(), id).status)).toEqual([
      "pending",
      "paid",
    ]);
    expect(() => people(1)).toThrowError("Only 0 places left in this slot");
    expect(findAffectedBookings(owner(), change), "no fewer than before").toEqual([]);
  });

  test("affects neither ended slots nor slots that are just full", () => {
    people(3);
    people(3, "evening");
    const change = (places: number) => ({
      what: "day" as const,
      day: DAY,
      places: { morning: places, afternoon: null, evening: places },
      note: "",
    });
    expect(findAffectedBookings(owner(), change(3))).toEqual([]);

    vi.useFakeTimers({ toFake: ["Date"], now: slotEnd(DAY, "morning") });
    const hits = findAffectedBookings(owner(), change(2));
    vi.useRealTimers();

    expect(hits.map(({ visitSlot }) => visitSlot)).toEqual(["evening"]);
  });

  test("of a weekday or the default checks all future days", () => {
    people(6, "afternoon", addDays(DAY, 7));
    people(6, "afternoon", addDays(DAY, 14));
    const weekday = new Date(`${DAY}T00:00:00Z`).getUTCDay();
    const week = Array.from({ length: 7 }, (_, at) => ({
      ...nothing,
      afternoon: at === weekday ? 2 : null,
    }));

    expect(findAffectedBookings(owner(), { what: "week", week })).toHaveLength(2);
    expect(findAffectedBookings(owner(), { what: "usual", places: 5, holdHours: 24 })).toHaveLength(
      2,
    );
    setDay(addDays(DAY, 7), { afternoon: 6 });
    expect(findAffectedBookings(owner(), { what: "usual", places: 5, holdHours: 24 })).toHaveLength(
      1,
    );
  });

  test("is audited once, and not when nothing changes", () => {
    const rows = () =>
      sqlite.prepare("SELECT action, target FROM audit WHERE action LIKE 'capacity.%'").all();
    setDay(DAY, { morning: 5 });
    setDay(DAY, { morning: 5 });

    expect(rows()).toEqual([{ action: "capacity.day", target: `day ${DAY}` }]);
  });

  test("accepts integers only", () => {
    for (const places of ["-1", "1.5", "1e3", "100001", "many"]) {
      expect(ChangeDefault.safeParse({ places, holdHours: "24" }).success, places).toBe(false);
      const day = { day: DAY, places: { morning: places } };
      expect(ChangeDay.safeParse(day).success, places).toBe(false);
    }
    const hours = ["0", "1", "336", "337"].filter(
      (holdHours) => ChangeDefault.safeParse({ places: "0", holdHours }).success,
    );
    expect(hours, "up to two weeks").toEqual(["1", "336"]);
    expect(ChangeDay.parse({ day: DAY, places: { morning: " 12 " } }).places).toEqual({
      morning: 12,
    });
    expect(ChangeDay.safeParse({ day: "2026-02-30", places: {} }).success).toBe(false);
    expect(ChangeWeek.safeParse({ week: [{}] }).success).toBe(false);
  });
});

test("a day shows sold, reserved, left and arrived per slot", () => {
  setDay(DAY, { morning: 10 });
  people(2);
  const paid = people(3, "morning", DAY, "paid");
  people(4, "morning", DAY, "cancelled");
  for (const { code } of activeTicketsOfOrder(paid.seq).slice(0, 2)) checkIn(owner(), code, true);

  const [seen, next] = occupancyByDate(owner(), [DAY, addDays(DAY, 1)]);

  expect(seen).toMatchObject({ day: DAY, isException: true });
  expect(seen?.slots[0]).toEqual({
    slot: "morning",
    capacity: 10,
    sold: 3,
    unpaid: 2,
    left: 5,
    arrived: 2,
    isOver: false,
  });
  expect(next).toMatchObject({ isException: false });
  expect(next?.slots[0]).toMatchObject({
    capacity: 500,
    sold: 0,
    unpaid: 0,
    left: 500,
    arrived: 0,
  });
});

describe("the next open days", () => {
  const nextOpen = (day: string) => bookableDay(day).next.map((open) => open.day);

  test("are suggested for a full day, without closed and full ones", () => {
    setDay(DAY, { morning: 0, afternoon: 0, evening: 0 });
    setDay(addDays(DAY, 1), { morning: 0, afternoon: 0, evening: 2 });
    people(2, "evening", addDays(DAY, 1));

    expect(nextOpen(DAY)).toEqual([2, 3, 4].map((days) => addDays(DAY, days)));
  });

  test("are not suggested for an available, past or invalid day", () => {
    for (const day of [DAY, addDays(toLocalDate(), -1), "2026-02-30", ""]) {
      expect(nextOpen(day)).toEqual([]);
    }
  });

  test("are empty during a long closure", () => {
    changeCapacity(owner(), { what: "usual", places: 0, holdHours: 24 });

    expect(nextOpen(DAY)).toEqual([]);
  });
});

const closing = (way: "offer" | "cancel", slots: Slot[] = ["morning"]) =>
  CloseDay.parse({ day: DAY, slots, way, note: "Storm" });
const mails = () =>
  sqlite
    .prepare("SELECT kind FROM outbox WHERE kind <> 'booked' AND kind <> 'paid' ORDER BY id")
    .pluck()
    .all();
const held = (day = DAY) =>
  sqlite
    .prepare("SELECT coalesce(sum(held), 0) FROM slot_occupancy WHERE visit_date = ?")
    .pluck()
    .get(day);

describe("a closed day", () => {
  test("reopens with its earlier capacity", () => {
    setDay(DAY, { morning: 12, evening: 7 });
    closeDay(owner(), closing("offer", ["morning"]));
    closeDay(owner(), closing("offer", ["afternoon"]));

    const next = addDays(DAY, 1);
    setDay(next, { morning: 3 });
    closeDay(owner(), { ...closing("offer", ["morning"]), day: next });

    expect(capacityBeforeClosure(DAY)).toEqual({ morning: 12, afternoon: null, evening: 7 });
  });

  test("that was open meanwhile reopens with the newer capacity", () => {
    setDay(DAY, { morning: 12 });
    closeDay(owner(), closing("offer", ["morning"]));
    setDay(DAY, { morning: 30 });
    setDay(DAY, { morning: 0, evening: 0 });

    expect(capacityBeforeClosure(DAY)).toEqual({ morning: 30, afternoon: null, evening: null });
  });
});

describe("closing a day", () => {
  test("audits the capacity before and after", () => {
    setDay(DAY, { morning: 12, evening: 7 });
    closeDay(owner(), { ...closing("offer", ["morning", "afternoon"]), note: "Storm" });

    const row = sqlite.prepare("SELECT before, after FROM audit WHERE action = 'capacity.close'");
    const { before, after } = row.get() as { before: string; after: string };
    expect(JSON.parse(before)).toEqual({ morning: 12, afternoon: null, evening: 7, note: "" });
    expect(JSON.parse(after)).toEqual({
      ...{ morning: 0, afternoon: 0, evening: 7, note: "Storm" },
      ...{ slots: "morning, afternoon", way: "offer", bookings: 0 },
    });
  });

  test("cancels unpaid and refunds paid orders of that slot only", () => {
    const pending = people(2);
    const paid = people(3, "morning", DAY, "paid");
    const inside = people(1, "morning", DAY, "paid");
    checkIn(owner(), activeTicketsOfOrder(inside.seq)[0]!.code, true);
    const evening = people(4, "evening");
    const nextDay = people(2, "morning", addDays(DAY, 1), "paid");
    const gone = people(1, "morning", DAY, "refunded");

    const id = closeDay(owner(), closing("cancel"));

    const now = (order: { id: string }) => findOrder(owner(), order.id);
    expect(now(pending)).toMatchObject({ status: "cancelled" });
    expect(now(paid)).toMatchObject({ status: "refunded" });
    expect(now(paid).statusReason).toMatch(/^The zoo is closed on \d{1,2} \w{3} \d{4}$/);
    expect(activeTicketsOfOrder(paid.seq)).toEqual([]);
    expect(mails().slice(1), "after that of the one refunded before").toEqual([
      "cancelled",
      "refunded",
    ]);
    expect(now(inside).status).toBe("paid");
    expect(now(evening).status).toBe("pending");
    expect(now(nextDay).status).toBe("paid");
    expect(now(gone)).toMatchObject({ status: "refunded", statusReason: "" });
    expect(held()).toBe(5);
    expect(() => people(1)).toThrowError("The zoo is closed in this slot");
    expect(findClosure(owner(), id).bookings.map(({ choice }) => choice)).toEqual([
      "cancelled",
      "refunded",
    ]);
  });

  test("in two steps closes both slots and retains the first note", () => {
    people(2);
    closeDay(owner(), closing("offer"));

    closeDay(owner(), { ...closing("offer", ["evening"]), note: "" });

    expect(dateOverrides(DAY)).toMatchObject({
      places: { ...nothing, morning: 0, evening: 0 },
      note: "Storm",
    });
  });

  test.each([
    ["slot", DAY, "evening"],
    ["day", addDays(DAY, 1), "morning"],
  ] as const)("offers nothing for another %s, to which a visitor moved", (_, day, slot) => {
    const { id } = people(2, "morning", DAY, "paid");
    closeDay(owner(), closing("offer"));
    rescheduleAsVisitor(id, orderAccessKey(id), { visitDate: day, visitSlot: slot });

    expect(hasRescheduleOffer(findOrder(owner(), id))).toBe(false);
  });

  test("makes an offer while the slot is closed, announced or not", () => {
    const [asked, untold] = [people(1), people(1, "morning", addDays(DAY, 1))];
    closeDay(owner(), closing("offer"));
    setDay(addDays(DAY, 1), { morning: 0 });
    const offers = () =>
      [asked, untold].map(({ id }) => hasRescheduleOffer(findOrder(owner(), id)));
    expect(offers()).toEqual([true, true]);

    for (const day of [DAY, addDays(DAY, 1)]) setDay(day, {});
    expect(offers()).toEqual([false, false]);
  });

  test("is listed with only its own bookings", () => {
    const days = [DAY, addDays(DAY, 1)];
    const booked = days.map((day) => people(1, "morning", day));
    const closed = days.map((day) => closeDay(owner(), { ...closing("offer"), day }));

    const seen = closed.map((id) => findClosure(owner(), id));
    expect(seen.map(({ visitDate }) => visitDate)).toEqual(days);
    expect(seen.map(({ bookings }) => bookings.map(({ order }) => order.id))).toEqual(
      booked.map(({ id }) => [id]),
    );
    expect(() => findClosure(owner(), Math.max(...closed) + 1)).toThrowError("Closure not found");
  });

  test("counts a move within the day as a choice", () => {
    const { id } = people(2);
    const closure = closeDay(owner(), closing("offer"));

    rescheduleAsVisitor(id, orderAccessKey(id), { visitDate: DAY, visitSlot: "evening" });

    expect(findClosure(owner(), closure).bookings.map(({ choice }) => choice)).toEqual(["moved"]);
    expect(listClosures(owner())).toMatchObject([{ id: closure, bookings: 1, waiting: 0 }]);
  });

  test("ignores ended slots: no-shows get no refund", () => {
    const [missed, ahead] = [people(1, "morning", DAY, "paid"), people(1, "evening", DAY, "paid")];
    vi.useFakeTimers({ toFake: ["Date"], now: slotEnd(DAY, "morning") });
    try {
      expect(() => closeDay(owner(), closing("cancel"))).toThrowError("Already over: Morning");
      expect(findOrder(owner(), missed.id).status).toBe("paid");

      closeDay(owner(), closing("cancel", ["afternoon", "evening"]));
      expect(findOrder(owner(), missed.id).status).toBe("paid");
      expect(findOrder(owner(), ahead.id).status).toBe("refunded");
    } finally {
      vi.useRealTimers();
    }
  });

  test("with an offer leaves bookings until visitors choose a move or refund", () => {
    const today = toLocalDate();
    const [moving, leaving, waiting] = [1, 2, 3].map((many) =>
      people(many, "evening", DAY, "paid"),
    ) as [ReturnType<typeof people>, ReturnType<typeof people>, ReturnType<typeof people>];
    const other = people(1, "morning", DAY, "paid");
    const soon = Date.now() + 4.9 * 86_400_000;
    const find = ({ id }: { id: string }) => findOrder(owner(), id);
    expect(rescheduleBlockedReason(find(moving), soon)).toMatch(/up to 24 hours/);
    expect(() => cancelAsVisitor(leaving.id, orderAccessKey(leaving.id))).toThrowError(/unpaid/);

    const id = closeDay(owner(), closing("offer", ["evening"]));
    expect(rescheduleBlockedReason(find(moving), soon)).toBeUndefined();
    expect(hasRescheduleOffer(find(other))).toBe(false);
    expect(mails()).toEqual(["closed", "closed", "closed"]);
    expect(listClosures(owner())).toMatchObject([{ id, bookings: 3, waiting: 3 }]);

    const codes = activeTicketsOfOrder(moving.seq).map(({ code }) => code);
    rescheduleAsVisitor(moving.id, orderAccessKey(moving.id), {
      visitDate: addDays(today, 9),
      visitSlot: "morning",
    });
    const left = cancelAsVisitor(leaving.id, orderAccessKey(leaving.id));

    expect(left).toMatchObject({
      status: "refunded",
      statusReason: "You asked for your money back",
    });
    expect(activeTicketsOfOrder(leaving.seq)).toEqual([]);
    expect(activeTicketsOfOrder(moving.seq).map(({ code }) => code)).toEqual(codes);
    expect(hasRescheduleOffer(find(moving)), "chosen, so the usual rules hold again").toBe(false);
    expect(findClosure(owner(), id).bookings.map(({ choice }) => choice)).toEqual([
      "moved",
      "refunded",
      "waiting",
    ]);
    expect(listClosures(owner())).toMatchObject([{ bookings: 3, waiting: 1 }]);
    expect(find(waiting).status).toBe("paid");
    expect(mails().slice(3)).toEqual(["moved", "refunded"]);
  });

  test("asks only visitors without a choice", () => {
    const [moving, waiting] = [people(1, "evening"), people(2, "evening")];
    closeDay(owner(), closing("offer", ["evening"]));

    rescheduleAsVisitor(moving.id, orderAccessKey(moving.id), {
      visitDate: DAY,
      visitSlot: "morning",
    });

    expect(hasRescheduleOffer(findOrder(owner(), moving.id))).toBe(false);
    expect(hasRescheduleOffer(findOrder(owner(), waiting.id))).toBe(true);
    const asked: string[] = [];
    for (let mail = claimedMail(); mail; mail = claimedMail()) {
      if (mail.kind === "closed") asked.push(mail.order.id);
    }
    expect(asked).toEqual([waiting.id]);
  });

  test("asks once, and can refund visitors without a choice", () => {
    const first = people(1, "morning", DAY, "paid");
    closeDay(owner(), closing("offer"));
    const second = people(2, "evening");
    const later = closeDay(owner(), closing("offer", ["morning", "evening"]));
    const last = closeDay(owner(), closing("cancel", ["morning", "evening"]));

    const inClosure = (id: number) =>
      findClosure(owner(), id).bookings.map(({ order }) => order.id);
    expect(inClosure(later)).toEqual([second.id]);
    expect(inClosure(last)).toEqual([first.id, second.id]);
    expect(mails()).toEqual(["closed", "closed", "refunded", "cancelled"]);
  });

  test("asks no visitor whose order expired", () => {
    const { id } = people(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    try {
      const closure = closeDay(owner(), closing("offer"));

      expect(findClosure(owner(), closure).bookings).toEqual([]);
      expect(findOrder(owner(), id).statusReason).toMatch(/^Not paid in time/);
      expect(mails()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("makes refunds due only for affected bookings", () => {
    const { id } = people(1, "morning", DAY, "paid");
    const left = closeDay(owner(), closing("offer"));
    rescheduleAsVisitor(id, orderAccessKey(id), { visitDate: DAY, visitSlot: "evening" });
    const ended = closeDay(owner(), closing("cancel", ["evening"]));

    const owed = (closure: number) =>
      findClosure(owner(), closure).bookings.map(({ isOwed }) => isOwed);
    expect([owed(left), owed(ended)]).toEqual([[false], [true]]);
  });

  test("leaves other slots' notes, and is rejected for a past day", () => {
    setDay(DAY, { evening: 7 });
    closeDay(owner(), closing("cancel"));

    expect(dateOverrides(DAY).places).toMatchObject({ morning: 0, afternoon: null, evening: 7 });
    const past = { ...closing("cancel"), day: addDays(toLocalDate(), -1) };
    expect(() => closeDay(owner(), past)).toThrowError(/today or a later day/);
  });
});

test("every change of places invalidates cached pages with availability", async () => {
  const actor = owner();
  const rises = (what: string, change: () => unknown) => {
    const before = dataVersion();
    change();
    expect([what, dataVersion()]).toEqual([
      what,
      { ...before, availability: before.availability + 1 },
    ]);
  };
  const [order, own, late] = [people(2), people(1), people(1)];
  const key = orderAccessKey(own.id);
  const visitDate = addDays(DAY, 1);

  rises("a status", () => updateOrderStatus(actor, order.id, "paid"));
  rises("an edit", () => editOrder(actor, order.id, { visitDate }));
  rises("a deletion", () => deleteOrder(actor, order.id));
  rises("a move", () => rescheduleAsVisitor(own.id, key, { visitDate, visitSlot: "evening" }));
  rises("a visitor's leave", () => cancelAsVisitor(own.id, key));
  db.update(orders).set({ expiresAt: 1 }).where(eq(orders.seq, late.seq)).run();
  rises("an expiry", expireOverdue);
  const before = dataVersion();
  expireOverdue();
  purgeIdempotencyKeys();
  expect(dataVersion(), "nothing to do").toEqual(before);
  await createOrder(PlaceOrder.parse(anOrderBody()));
  expect(dataVersion(), "a booking").toEqual({ ...before, availability: before.availability + 1 });
});
