import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { checkoutSessions, orders, payments, refunds } from "db/schema";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import { EditOrder } from "~/features/orders/order.schema";
import { orderById } from "~/features/orders/orders.server";
import { pollForVisitor, startCheckout } from "~/features/payments/checkout.server";
import { compareWithProviders, runPaymentStep } from "~/features/payments/payment-jobs.server";
import { ProviderError } from "~/features/payments/provider";
import { getValue } from "~/lib/key-value-store.server";
import { slotEnd } from "~/features/slots/slot-times.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { demo, emptyBank, payAtBank } from "../../support/payments/demo-bank";

const NOW = Date.parse("2026-12-02T04:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
everyTestBeginsAt(NOW);

const owner = () => asStaff(anAdmin({ role: "owner" }));
const press = (id: string) => startCheckout(id, "http://zoo.test");
const sessions = () => db.select().from(checkoutSessions).all();
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const steps = async () => {
  for (let count = 0; count < 20 && (await runPaymentStep(expect.fail)); count += 1);
};
const failNext = (name: "createCheckout" | "refund", kind: ProviderError["kind"], after?: number) =>
  vi.spyOn(demo(), name).mockRejectedValueOnce(new ProviderError(kind, "no answer", after));

let id = "";
beforeEach(() => {
  emptyBank();
  ({ id } = anOrder());
});

describe("Pay", () => {
  test("opens one page, however often it is pressed", async () => {
    const first = await press(id);
    const second = await press(id);
    expect(second).toMatchObject({ id: first.id, state: "open", url: first.url });
    expect(sessions()).toHaveLength(1);
    expect(first.url).toMatch(/^http:\/\/zoo\.test\/pay\/demo\/\w{26}$/);
  });

  test("holds the places for longer than the page is open, twice at most", async () => {
    const shorten = () =>
      db
        .update(orders)
        .set({ expiresAt: Date.now() + MINUTE })
        .run();
    for (let time = 1; time <= 3; time += 1) {
      shorten();
      const { expiresAt } = await press(id);
      expect(expiresAt).toBe(Date.now() + 15 * MINUTE);
      expect(orderById(id).expiresAt).toBe(expiresAt + 12 * MINUTE);
      db.update(checkoutSessions).set({ state: "closed" }).run();
      later(HOUR);
    }
    shorten();
    await expect(press(id)).rejects.toThrowError("It is too late to pay online");
  });

  test("is open for as long as the places are held", async () => {
    const { expiresAt } = await press(id);
    expect(expiresAt).toBe(orderById(id).expiresAt - 12 * MINUTE);
  });

  test.each([
    ["cash", { paymentMethod: "cash" }],
    ["a paid order", { status: "paid" as const }],
  ])("is refused for %s", async (_, changes) => {
    const other = anOrder({ ...changes, contact: { name: "", email: "b@b.example", phone: "" } });
    await expect(press(other.id)).rejects.toMatchObject({ code: "conflict" });
    expect(sessions()).toEqual([]);
  });

  test("is refused when the slot ends before the provider's page could", async () => {
    vi.setSystemTime(slotEnd(tomorrow(), "morning") - 14 * MINUTE);
    await expect(press(id)).rejects.toThrowError("The visit is too near to pay online");
  });

  test("after another price closes the old page and opens one of its own", async () => {
    const first = await press(id);
    const items = [{ ticketType: "adult", quantity: 3 }];
    editOrder(owner(), id, EditOrder.parse({ items }));
    const second = await press(id);
    expect(second).toMatchObject({ reference: `${id}-2`, amount: 6_000 });
    expect(sessions().map(({ state }) => state)).toEqual(["closed", "open"]);
    expect(() => payAtBank(first.reference)).not.toThrow(); // the bank knows both
  });

  test("while the provider cannot be reached keeps the places, and the page is made later", async () => {
    failNext("createCheckout", "unreachable");
    await expect(press(id)).rejects.toMatchObject({ code: "busy" });
    expect(sessions()).toMatchObject([{ state: "creating" }]);
    expect(orderById(id).status).toBe("pending");

    later(61_000);
    await steps();
    expect(sessions()).toMatchObject([{ state: "open", reference: `${id}-1` }]);
  });

  test("that the provider rejects ends that session; the next one has a reference of its own", async () => {
    failNext("createCheckout", "rejected");
    await expect(press(id)).rejects.toMatchObject({ code: "busy" });
    expect(await press(id)).toMatchObject({ reference: `${id}-2`, state: "open" });
    expect(sessions()[0]).toMatchObject({ state: "failed" });
  });

  test("that came too early for the provider is no rejection", async () => {
    failNext("createCheckout", "rejected", 7);
    await expect(press(id)).rejects.toMatchObject({ retryAfter: 7 });
    expect(await press(id)).toMatchObject({ reference: `${id}-1` });
  });

  test("a page that the provider closes later than requested holds the places until then", async () => {
    const late = NOW + 30 * HOUR;
    vi.spyOn(demo(), "createCheckout").mockResolvedValueOnce({
      id: "x",
      url: "u",
      expiresAt: late,
    });
    await press(id);
    expect(orderById(id).expiresAt).toBe(late + 12 * MINUTE);
  });
});

describe("looking for the money", () => {
  test("goes on after 1, 3, 8 and 15 minutes, then every half hour until the page has closed", async () => {
    const { createdAt, expiresAt } = await press(id);
    const looks: number[] = [];
    const fetch = vi.spyOn(demo(), "fetchCheckout");
    while (sessions()[0]?.nextPollAt) {
      vi.setSystemTime(sessions()[0]?.nextPollAt ?? 0);
      looks.push((Date.now() - createdAt) / MINUTE);
      await steps();
    }
    expect(looks.slice(0, 6)).toEqual([1, 3, 8, 15, 45, 75]);
    expect(Date.now()).toBeLessThanOrEqual(expiresAt + 16 * MINUTE);
    expect(fetch).toHaveBeenCalledTimes(looks.length);
    expect(sessions()).toMatchObject([{ state: "closed" }]);
  });

  test("finds what no webhook reported", async () => {
    const { reference } = await press(id);
    payAtBank(reference);
    later(MINUTE);
    await steps();
    expect(orderById(id).status).toBe("paid");
  });

  test("a visitor who reloads calls the provider every five seconds at most", async () => {
    await press(id);
    const fetch = vi.spyOn(demo(), "fetchCheckout");
    const { seq } = orderById(id);
    for (const wait of [0, 1_000, 3_999, 1]) {
      later(wait);
      await pollForVisitor(seq);
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("ends where the order is cancelled or paid otherwise: its page is closed", async () => {
    await press(id);
    updateOrderStatus(owner(), id, "paid");
    await steps();
    expect(sessions()).toMatchObject([{ state: "closed" }]);
  });

  test("the comparison takes over what is not here, and names what the provider does not list", async () => {
    const { reference } = await press(id);
    payAtBank(reference);
    await compareWithProviders();
    expect(orderById(id).status).toBe("paid");

    later(2 * HOUR);
    vi.spyOn(demo(), "listEvents").mockImplementation(async function* () {});
    await compareWithProviders();
    expect(JSON.parse(getValue("payments_compared_demo") ?? "")).toMatchObject({
      missing: [1],
      error: "",
    });
  });
});

describe("a refund", () => {
  const refund = () => db.select().from(refunds).get();
  beforeEach(async () => {
    const { reference } = await press(id);
    payAtBank(reference);
    later(MINUTE);
    await steps();
    updateOrderStatus(owner(), id, "refunded");
  });

  test("is sent, and ends the debt when it has gone", async () => {
    later(MINUTE);
    await steps();
    expect(refund()).toMatchObject({ state: "pending", attempts: 1, nextAttemptAt: null });
    later(MINUTE);
    await compareWithProviders();
    expect(refund()).toMatchObject({ state: "succeeded" });
    expect(orderById(id).refundDue).toBe(false);
  });

  test("without an answer is tried again with the same reference", async () => {
    const send = failNext("refund", "indeterminate");
    later(MINUTE);
    await steps();
    expect(refund()).toMatchObject({ state: "requested", lastError: "no answer" });
    later(MINUTE);
    await steps();
    const [first, second] = send.mock.calls;
    expect(second?.[0].reference).toBe(first?.[0].reference);
    expect(refund()).toMatchObject({ state: "pending" });
  });

  test("that the provider rejects has failed, and the money stays due", async () => {
    failNext("refund", "rejected");
    later(MINUTE);
    await steps();
    expect(refund()).toMatchObject({ state: "failed", day: null });
    expect(orderById(id).refundDue).toBe(true);
    expect(db.select().from(payments).all()).toHaveLength(1);
  });
});

describe("a page that was never made", () => {
  const closedWithoutPage = async () => {
    failNext("createCheckout", "indeterminate");
    await expect(press(id)).rejects.toThrow();
    updateOrderStatus(owner(), id, "cancelled");
  };

  test("is closed with its order, and never looked for again", async () => {
    await closedWithoutPage();
    later(2 * HOUR);
    await steps();
    expect(sessions()).toMatchObject([{ state: "closed", nextPollAt: null }]);
    expect(await runPaymentStep(expect.fail)).toBe(false);
  });

  test("is not made for an order that has ended", async () => {
    await closedWithoutPage();
    await steps();
    db.update(checkoutSessions).set({ nextPollAt: Date.now() }).run();
    const create = vi.spyOn(demo(), "createCheckout").mockClear();
    await steps();
    expect(create).not.toHaveBeenCalled();
  });

  test("delays no other while it cannot be closed", async () => {
    failNext("createCheckout", "indeterminate");
    await expect(press(id)).rejects.toThrow();
    later(MINUTE);
    const other = anOrder().id;
    const page = await press(other);
    vi.spyOn(demo(), "expireCheckout").mockRejectedValue(new ProviderError("rejected", "no"));
    payAtBank(page.reference);
    later(25 * HOUR);
    await steps();
    expect(orderById(other).status).toBe("paid");
  });
});
