import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { payments, refunds } from "db/schema";
import { transaction } from "db/transaction.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { applyProviderEvent } from "~/features/payments/apply-event.server";
import { startCheckout } from "~/features/payments/checkout.server";
import { demoAccount } from "~/features/payments/payment-providers.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { emptyBank } from "../../support/payments/demo-bank";
import { sendAndRender } from "../../support/site/rendered-app";
import { formOf } from "../../support/site/sessions";

/** Each way in which a payment can end on the page of the demo provider, whose webhooks come to this site. */

const PAID = "Paid. Show these codes at the gate.";

beforeEach(() => {
  emptyBank();
  vi.spyOn(globalThis, "fetch").mockImplementation((url, init) =>
    sendAndRender(new URL(String(url)).pathname, init),
  );
});

const owner = () => asStaff(anAdmin({ role: "owner" }));
afterEach(() => void vi.restoreAllMocks());

async function textOf(response: Response) {
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return html.replace(/<[^>]*>/g, "");
}

/** A visitor's order of two adults, open on the provider's page. */
async function atTheBank() {
  const order = anOrder({ items: [{ ticketType: "adult", quantity: 2 }] });
  await startCheckout(order.id, "http://zoo.test");
  const { url, returnUrl } = demoAccount().checkouts()[0]!;
  const [bank, back] = [url, returnUrl].map((address) => new URL(address).pathname);
  return {
    id: order.id,
    own: visitorOrderPath(order),
    press: async (intent: string) => {
      const response = await sendAndRender(bank!, formOf({ intent }));
      const location = response.headers.get("location") ?? "";
      const staysThere = ["fail", "silent", "late"].includes(intent);
      expect(response.status).toBe(303);
      expect(new URL(location, url).pathname).toBe(staysThere ? bank : back);
      return textOf(await sendAndRender(bank!));
    },
  };
}

const ledger = () =>
  db
    .select()
    .from(payments)
    .all()
    .map(({ amount, review }) => [amount, review]);

test("who pays twice has paid once, and the second payment is for staff to return", async () => {
  const { id, own, press } = await atTheBank();
  await press("twice");
  expect(orderById(id).status).toBe("paid");
  expect(ledger()).toEqual([
    [4_000, ""],
    [4_000, "duplicate"],
  ]);
  expect(await textOf(await sendAndRender(own))).toContain(PAID);
});

test("a payment that is a rupee short does not pay", async () => {
  const { id, own, press } = await atTheBank();
  await press("less");
  expect(orderById(id).status).toBe("pending");
  expect(ledger()).toEqual([[3_900, "amount"]]);
  expect(await textOf(await sendAndRender(own))).toContain("Waiting for payment.");
});

test("a payment that the bank declined leaves the page open to pay", async () => {
  const { id, own, press } = await atTheBank();
  expect(await press("fail")).toContain("The bank declined. Try again.");
  expect(await textOf(await sendAndRender(own))).toContain("The last attempt did not go through.");
  await press("pay");
  expect(orderById(id).status).toBe("paid");
});

test("who closes the page after paying finds the tickets on the order's page", async () => {
  const { id, own, press } = await atTheBank();
  expect(await press("silent")).toContain("the zoo has not been told");
  expect(orderById(id).status).toBe("pending");
  expect(await textOf(await sendAndRender(own))).toContain(PAID);
  expect(orderById(id).status).toBe("paid");
});

test("money that comes when the booking is over goes back when its visitor says so", async () => {
  const { id, own, press } = await atTheBank();
  expect(await press("late")).toContain("The zoo has not been told yet");
  updateOrderStatus(owner(), id, "cancelled");
  await press("tell");
  const page = await (await sendAndRender(own)).text();
  expect(page).toContain("came when this booking was over");
  expect(page.replaceAll("<!-- -->", "")).toMatch(
    /<button[^>]* value="payback"[^>]*>[^<]*Get ₹40 back/,
  );

  const { status } = await sendAndRender(own, formOf({ intent: "payback" }));
  expect(status).toBe(302);
  expect(orderById(id)).toMatchObject({ status: "cancelled", refundDue: true });
  expect(db.select().from(refunds).all()).toMatchObject([
    { amount: 4_000, state: "requested", requestedBy: "visitor" },
  ]);
});

test("a ticket that was paid online is refunded, and the other stays valid", async () => {
  const { id, own, press } = await atTheBank();
  await press("pay");
  const ticketsOn = async () => {
    const page = (await (await sendAndRender(own)).text()).replaceAll("<!-- -->", "");
    return { page, count: page.match(/class="ticket-code"/g)?.length };
  };
  expect((await ticketsOn()).count).toBe(2);
  refundTickets(owner(), id, { tickets: [2] });
  const left = await ticketsOn();
  expect(left.count).toBe(1);
  for (const words of [PAID, "−₹20"]) expect(left.page).toContain(words);
  expect(left.page).not.toContain("Credit note");

  const [{ reference, amount } = { reference: "", amount: 0 }] = db.select().from(refunds).all();
  const [{ providerPaymentId } = { providerPaymentId: "" }] = db.select().from(payments).all();
  transaction((tx) =>
    applyProviderEvent(tx, "demo", {
      type: "refund",
      reference,
      paymentId: providerPaymentId ?? "",
      refundId: "rfnd-1",
      money: { amount, currency: "INR" },
      state: "succeeded",
      occurredAt: Date.now(),
    }),
  );
  expect((await ticketsOn()).page).toMatch(/<a [^>]*>Credit note 1, ₹20</);
});
