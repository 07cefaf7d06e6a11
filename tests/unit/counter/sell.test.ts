import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, bankReferences, orders, outbox, payments, tickets } from "db/schema";
import { transaction } from "db/transaction.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { findAtCounter } from "~/features/counter/find-order.server";
import { payAtCounter, sell } from "~/features/counter/sell.server";
import { saleFromForm, Sale } from "~/features/counter/counter.schema";
import { anonymizeOrders } from "~/features/privacy/anonymize.server";
import { ordersToErase } from "~/features/privacy/retention.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { balanceOf, missingPaise, paymentsOfOrder } from "~/features/payments/ledger.server";
import { saveTicketType } from "~/features/tariff/change-ticket-types.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { countInside } from "~/features/tickets/tickets.server";
import type { Staff } from "~/features/auth/permissions";
import { addDays } from "~/lib/dates";
import { parseInput } from "~/lib/parse-input";
import { toUtc } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";

const DAY = "2026-11-24";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: toUtc(DAY, 10 * 60) }));
afterEach(() => void vi.useRealTimers());

const cashier = () => asStaff(anAdmin({ role: "admin" }));
const owner = () => asStaff(anAdmin({ role: "owner" }));

const aSale = (form: Record<string, string> = {}, method = "cash") =>
  parseInput(
    Sale,
    saleFromForm({ date: DAY, slot: "morning", adult: "2", child: "1", ...form }, method),
  );
const sellTo = (staff: Staff, form?: Record<string, string>, key?: string) =>
  sell(staff, aSale(form), key);

const setPlaces = (morning: number, day = DAY) =>
  changeCapacity(owner(), {
    what: "day",
    day,
    places: { morning, afternoon: null, evening: null },
    note: "",
  });

const error = (code: string, path?: string) =>
  expect.objectContaining({
    code,
    ...(path && { issues: expect.arrayContaining([expect.objectContaining({ path })]) }),
  });

describe("a sale", () => {
  test("is paid, has receipt, tickets, party code and entry, and sends no mail", () => {
    const staff = cashier();
    const order = sellTo(staff);

    expect(order).toMatchObject({
      ...{ channel: "counter", status: "paid", visitDate: DAY, totalPaise: 5_000 },
      ...{ contactName: "", contactEmail: "", erasedAt: null },
    });
    expect(db.select().from(payments).all()).toMatchObject([
      { amount: 5_000, method: "cash", provider: "manual", recordedBy: staff.id, day: DAY },
    ]);
    expect(codesOf(order.seq)).toHaveLength(3);
    expect(partyCodeOf(order.seq)).toBeDefined();
    expect(countInside(order.seq)).toBe(0);
    expect(db.select().from(outbox).all()).toEqual([]);
    const actions = db.select().from(audit).all();
    expect(
      actions.filter(({ actorId }) => actorId === staff.id).map(({ action }) => action),
    ).toEqual(["counter.sell", "order.status"]);
  });

  test("with an e-mail address sends the tickets, and nothing else", () => {
    sellTo(cashier(), { email: "Asha@example.org " });

    expect(db.select().from(outbox).all()).toMatchObject([
      { kind: "paid", recipient: "Asha@example.org" },
    ]);
  });

  test("lets the people in where their slot is on, and else only sells", () => {
    const now = sellTo(cashier(), { admits: "on" });
    const later = sellTo(cashier(), { admits: "on", slot: "evening" });

    expect([countInside(now.seq), countInside(later.seq)]).toEqual([3, 0]);
    expect(later.status).toBe("paid");
  });

  test("pressed twice is made once", () => {
    const staff = cashier();
    const first = sellTo(staff, {}, "key");

    expect(sellTo(staff, {}, "key").id).toBe(first.id);
    expect(db.select().from(payments).all()).toHaveLength(1);
    expect(() => sellTo(staff, { adult: "3" }, "key")).toThrowError(error("mismatch"));
  });

  test("of a page from before midnight is refused, but answers a repeated press", () => {
    const staff = cashier();
    const form = { slot: "evening", date: DAY };
    vi.setSystemTime(toUtc(DAY, 17 * 60));
    const { id } = sellTo(staff, form, "key");
    vi.setSystemTime(toUtc(addDays(DAY, 1), 10 * 60));

    expect(sellTo(staff, form, "key").id).toBe(id);
    expect(() => sellTo(staff, form)).toThrowError(error("conflict", "visitSlot"));
    const ahead = { ...form, date: addDays(DAY, 2) };
    expect(() => sellTo(staff, ahead)).toThrowError(error("conflict", "visitSlot"));
  });

  test("takes what only the counter sells", () => {
    const fields = { label: "Local", note: "", pricePaise: 500, takesPlace: true };
    const more = { needsAdult: false, mostPerOrder: 10, counterOnly: true, slotStock: null };
    const id = saveTicketType(owner(), { ...fields, ...more, active: true } as never);

    expect(sellTo(cashier(), { adult: "0", child: "0", [id]: "2" }).totalPaise).toBe(1_000);
  });

  test("counts a promo code", () => {
    expect(sellTo(cashier(), { promoCode: "zoo10" })).toMatchObject({
      discountPaise: 500,
      promoCode: "ZOO10",
    });
  });

  test.each([
    ["too little cash", { received: "49" }, "received", "invalid"],
    ["cash that is no amount", { received: "x" }, "received", "invalid"],
    ["nobody", { adult: "0", child: "0" }, "counts", "invalid"],
    ["a wrong code", { promoCode: "NO" }, "promoCode", "invalid"],
    ["a wrong address", { email: "asha" }, "contact.email", "invalid"],
    ["no slot", { slot: "" }, "visitSlot", "invalid"],
  ])("of %s is refused, and leaves nothing", (_, form, path, code) => {
    expect(() => sellTo(cashier(), form)).toThrowError(error(code, path));
    expect(db.select().from(orders).all()).toEqual([]);
    expect(db.select().from(payments).all()).toEqual([]);
  });

  test("into a full slot names the slots with room", () => {
    setPlaces(2);
    const attempt = () => sellTo(cashier());

    expect(attempt).toThrowError("Only 2 places left in this slot");
    expect(attempt).toThrowError(error("conflict", "visitSlot"));
    expect(db.select().from(tickets).all()).toEqual([]);
  });

  test("is for managers", () => {
    const editor = asStaff(anAdmin({ role: "editor" }));
    const { id } = anOrder({ visitDate: DAY });

    expect(() => sellTo(editor)).toThrowError(error("forbidden"));
    expect(() => findAtCounter(editor, id)).toThrowError(error("forbidden"));
    expect(() =>
      payAtCounter(editor, id, {
        ...{ paymentMethod: "cash", received: undefined, admits: false, shownDue: undefined },
      }),
    ).toThrowError(error("forbidden"));
  });
});

describe("an order that was booked before", () => {
  const pay = (id: string, received?: number, shownDue?: number) =>
    payAtCounter(cashier(), id, { paymentMethod: "cash", received, admits: true, shownDue });

  test("is paid once, the way it is paid at the counter, and its people come in", () => {
    const { id, seq } = anOrder({ visitDate: DAY, paymentMethod: "upi" });

    expect(pay(id, 10_000)).toMatchObject({
      isPaid: false,
      order: { status: "paid", paymentMethod: "cash", channel: "web" },
    });
    expect(pay(id)).toMatchObject({ isPaid: true });
    expect([balanceOf(seq), countInside(seq)]).toEqual([3_000, 2]);
    expect(partyCodeOf(seq)).toBeDefined();
  });

  test("of which another amount is due than the page has shown is not paid", () => {
    const { id, seq } = anOrder({ visitDate: DAY });

    expect(() => pay(id, undefined, 5_000)).toThrowError("₹30 is to be paid by now, not ₹50");
    expect(balanceOf(seq)).toBe(0);
    expect(pay(id, undefined, 3_000).order.status).toBe("paid");
  });

  test("whose money is here since before there was a ledger costs nothing", () => {
    const { id, seq } = anOrder({ visitDate: DAY, status: "cancelled" });
    db.update(orders).set({ refundDue: true }).where(eq(orders.seq, seq)).run();

    expect(missingPaise(orderById(id))).toBe(0);
    expect(pay(id).order).toMatchObject({ status: "paid", refundDue: false });
    expect(paymentsOfOrder(seq)).toEqual([]);
  });

  test("by cash does not use up the reference of a transfer", () => {
    const { id, seq } = anOrder({ visitDate: DAY, paymentMethod: "upi" });
    db.insert(bankReferences)
      .values({ orderSeq: seq, reference: "103608848276", createdAt: Date.now() })
      .run();
    pay(id);

    expect(paymentsOfOrder(seq)).toMatchObject([{ provider: "manual", method: "cash" }]);
  });

  test("that lapsed takes its places again, if they are free", () => {
    const [lapsed, late] = [
      anOrder({ visitDate: DAY, status: "cancelled" }),
      anOrder({ visitDate: DAY, status: "cancelled" }),
    ];
    setPlaces(2);

    expect(pay(lapsed.id).order.status).toBe("paid");
    expect(() => pay(late.id)).toThrowError(error("conflict", "visitSlot"));
  });

  test("that was refunded, or for a day that is over, is not paid", () => {
    const refunded = anOrder({ visitDate: DAY, status: "refunded" });
    const past = anOrder({ visitDate: DAY });
    expect(() => pay(refunded.id)).toThrowError(error("conflict"));
    vi.setSystemTime(toUtc(addDays(DAY, 1), 10 * 60));
    expect(() => pay(past.id)).toThrowError(error("invalid"));
  });

  test("is found by number, address, ticket, name and phone", () => {
    const contact = { name: "Zebulon Quist", email: "z@example.org", phone: "9123456780" };
    const { id, seq } = anOrder({ contact, status: "paid" });
    anOrder();
    const [code = ""] = codesOf(seq);
    const bare = id.replace("ZV-", "zv ");
    const typed = [id, bare, `https://zoo.test/order/${id}/key`, `http://x/?order=${id}`];

    for (const text of [...typed, code, `http://x/t/${code}`, "quist", "91234 56780"])
      expect(findAtCounter(cashier(), text), text).toMatchObject([{ id }]);
    expect(findAtCounter(cashier(), "nobody at all")).toEqual([]);
  });
});

describe("an order without contact data", () => {
  test("is not taken for an erased one", () => {
    const [sold, booked] = [sellTo(cashier()), anOrder()];
    transaction((tx) => anonymizeOrders(tx, [booked.seq]));

    expect(orderById(sold.id).erasedAt).toBeNull();
    expect(orderById(booked.id).erasedAt).toBe(Date.now());
    const contact = { name: "Asha Rao" };
    expect(editOrder(owner(), sold.id, { contact }, sold.updatedAt).contactName).toBe("Asha Rao");
    const { updatedAt } = orderById(booked.id);
    expect(() => editOrder(owner(), booked.id, { contact }, updatedAt)).toThrowError(/was erased/);
  });

  test("is not counted among those that a shorter period would erase", () => {
    sellTo(cashier());
    sellTo(cashier(), { name: "Asha Rao" });
    vi.setSystemTime(toUtc(addDays(DAY, 40), 0));

    expect(ordersToErase(owner(), 30)).toBe(1);
  });
});

test("the list of orders is filtered by channel", () => {
  const [booked, sold] = [anOrder(), sellTo(cashier())];
  const idsOf = (channel: string) =>
    listOrders(owner(), parseInput(ListOrders, { channel })).items.map(({ id }) => id);

  expect([idsOf("web"), idsOf("counter"), idsOf("api")]).toEqual([[booked.id], [sold.id], []]);
  expect(idsOf("web,counter")).toHaveLength(2);
});
