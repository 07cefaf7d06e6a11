import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { ProviderError } from "~/features/payments/provider";
import { anOrder } from "../../support/data/factories";
import { demo, emptyBank } from "../../support/payments/demo-bank";
import { call } from "../../support/site/app";

const { PAYMENTS } = env;
beforeEach(() => emptyBank());
afterEach(() => {
  env.PAYMENTS = PAYMENTS;
  vi.restoreAllMocks();
});

type Order = { id: string };

const ask = (params: Order, key?: string, as?: "admin" | "editor") =>
  call("POST /order/{id}/payments", { params, body: { key }, ...(as && { as }) });
const askAsVisitor = ({ id }: Order) => ask({ id }, orderAccessKey(id));

test("gives the visitor's client a page to pay on, the same while it is open", async () => {
  const order = anOrder();
  const { status, body } = await askAsVisitor(order);
  expect(status).toBe(201);
  expect(body.data).toEqual({
    url: expect.stringMatching(/^https?:\/\/[^/]+\/pay\/go\/\w{26}$/),
    expiresAt: expect.any(String),
    amount: order.totalPaise / 100,
    currency: "INR",
  });
  expect((await askAsVisitor(order)).body.data).toEqual(body.data);
  expect((await ask(order, undefined, "admin")).body.data).toEqual(body.data);
});

test("asks for the key of the order, or for staff who may change orders", async () => {
  const order = anOrder();
  const other = anOrder();
  expect((await ask(order)).status).toBe(401);
  expect((await ask(order, undefined, "editor")).status).toBe(403);
  expect((await ask(order, orderAccessKey(other.id))).status).toBe(404);
  expect((await ask({ id: "ZV-0000" }, "x")).status).toBe(404);
});

test.each([
  ["cash", { paymentMethod: "cash" }],
  ["a paid order", { status: "paid" as const }],
  ["a cancelled order", { status: "cancelled" as const }],
])("has none for %s, also where no provider is set up", async (_, changes) => {
  const order = anOrder(changes);
  for (env.PAYMENTS of [PAYMENTS, "off" as const])
    expect((await askAsVisitor(order)).status).toBe(409);
});

test("says when to ask again while the provider is down, or none is set up", async () => {
  const order = anOrder();
  const unreachable = new ProviderError("unreachable", "no answer");
  vi.spyOn(demo(), "createCheckout").mockRejectedValueOnce(unreachable);
  const down = await askAsVisitor(order);
  expect([down.status, down.headers.get("retry-after")]).toEqual([503, "10"]);
  env.PAYMENTS = "off";
  const off = await askAsVisitor(order);
  expect([off.status, off.headers.get("retry-after")]).toEqual([503, "3600"]);
});
