import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { orders } from "db/schema";
import { orderById } from "~/features/orders/orders.server";
import { call } from "../../support/site/app";
import { anOrder } from "../../support/data/factories";

const STATUS = "PATCH /order/{id}/status";

test.each([
  { from: "pending", to: "paid", as: "owner", answers: 200 },
  { from: "pending", to: "paid", as: "admin", answers: 200 },
  { from: "pending", to: "cancelled", as: "admin", answers: 200 },
  { from: "paid", to: "refunded", as: "admin", answers: 200 },
  { from: "paid", to: "cancelled", as: "admin", answers: 200 },
  { from: "cancelled", to: "paid", as: "admin", answers: 200 },
  { from: "refunded", to: "paid", as: "admin", answers: 200 },
  { from: "refunded", to: "cancelled", as: "admin", answers: 200 },
  { from: "paid", to: "paid", as: "admin", answers: 200 },
  { from: "pending", to: "pending", as: "admin", answers: 200 },
  { from: "pending", to: "refunded", as: "admin", answers: 409 },
  { from: "cancelled", to: "refunded", as: "admin", answers: 409 },
  { from: "paid", to: "pending", as: "admin", answers: 409 },
  { from: "pending", to: "lost", as: "admin", answers: 400 },
  { from: "pending", to: "", as: "admin", answers: 400 },
] as const)(
  "$as moving an order from $from to '$to': $answers",
  async ({ from, to, as, answers }) => {
    const { id } = anOrder({ status: from });

    const { status, body } = await call(STATUS, { as, params: { id }, body: { status: to } });

    expect(status).toBe(answers);
    expect(body).toMatchObject({ statusCode: answers, success: answers === 200 });
    const { body: after } = await call("GET /order/{id}", { as: "owner", params: { id } });
    expect(after.data.order.status).toBe(answers === 200 ? to : from);
  },
);

test("an invalid transition lists the allowed ones", async () => {
  const { id } = anOrder();

  const { body } = await call(STATUS, {
    as: "admin",
    params: { id },
    body: { status: "refunded" },
  });

  expect(body.message).toBe(
    "An order that is pending cannot become refunded; it can become paid or cancelled",
  );
});

test("reports a missing status and a missing order", async () => {
  const { id } = anOrder();

  const without = await call(STATUS, { as: "admin", params: { id }, body: {} });
  const unknown = await call(STATUS, {
    as: "admin",
    params: { id: "ZV-0000" },
    body: { status: "paid" },
  });

  expect([without.status, without.body.message]).toEqual([400, "Missing id/status"]);
  expect([unknown.status, unknown.body.message]).toEqual([404, "Order not found"]);
});

test("a change by staff clears the earlier reason", async () => {
  const { id } = anOrder();
  const move = (status: string) => call(STATUS, { as: "admin", params: { id }, body: { status } });

  await move("cancelled");
  expect(orderById(id).statusReason).toBe("");
  db.update(orders).set({ statusReason: "Not paid in time" }).where(eq(orders.id, id)).run();
  await move("paid");
  expect(orderById(id).statusReason).toBe("");
});

test("twenty concurrent payments issue one set of tickets", async () => {
  const { id } = anOrder();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(STATUS, { as: "admin", params: { id }, body: { status: "paid" } }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const sets = new Set(answers.map(({ body }) => JSON.stringify(body.data.qrCodes)));
  expect(sets.size).toBe(1);
  expect(answers[0]?.body.data.qrCodes).toHaveLength(2);
});
