import { afterEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { toQr } from "~/lib/http/qr.server";
import { upiPayment } from "~/features/orders/upi.server";
import { anOrder } from "../../support/data/factories";

const { UPI_VPA, UPI_PAYEE } = env;
afterEach(() => void Object.assign(env, { UPI_VPA, UPI_PAYEE }));

test.each([
  [76_00, "76.00"],
  [1_234_50, "1234.50"],
])("the UPI link contains payee, order and %i paise", (totalPaise, amount) => {
  Object.assign(env, { UPI_VPA: "city.zoo-1@okbank", UPI_PAYEE: "City Zoo & Park" });
  const order = { ...anOrder(), totalPaise };

  const { href, qr } = upiPayment(order)!;

  const payee = "pa=city.zoo-1@okbank&pn=City%20Zoo%20%26%20Park";
  expect(href).toBe(
    `upi://pay?${payee}&am=${amount}&cu=INR&tr=${order.id}&tn=Zoo%20Verse%20${order.id}`,
  );
  expect(qr).toEqual(toQr(href));
});

test("has no link without a UPI address", () => {
  Object.assign(env, { UPI_VPA: undefined });

  expect(upiPayment(anOrder())).toBeNull();
});
