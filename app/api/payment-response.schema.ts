import * as z from "zod";
import {
  PAYMENT_SOURCES,
  REFUND_STATES,
  REFUND_WAYS,
  REVIEWS,
} from "~/features/payments/payment.rules";
import { id, instant, listOf } from "./response-fields.schema";

const day = z.string().meta({ format: "date" });
const localDay = day.meta({ description: "The day of the zoo in whose takings it counts" });
const rupees = z.number().meta({ description: "Indian rupees" });

const Payment = z
  .object({
    _id: id,
    receiptNumber: z.int().min(1),
    provider: z
      .enum(PAYMENT_SOURCES)
      .meta({ description: "`manual`: Mark Paid; `upi`: a transfer checked by staff" }),
    providerPaymentId: z.string(),
    orderId: z.string().nullable().meta({ description: "The order's number, if it is known" }),
    amount: rupees,
    refunded: rupees.meta({ description: "What has gone back, in Indian rupees" }),
    currency: z.string(),
    method: z.string().meta({ description: "In the provider's words", examples: ["upi"] }),
    review: z.enum(REVIEWS).meta({ description: "What staff must decide; blank: nothing" }),
    recordedBy: z.string().nullable().meta({ description: "A member of staff; null: nobody" }),
    day: localDay,
    paidAt: instant,
  })
  .meta({ id: "Payment" });
export const Payments = listOf(Payment);

const Refund = z
  .object({
    reference: z.string().meta({ examples: ["refund-ZV-7G3K-1"] }),
    creditNoteNumber: z.int().min(1).nullable(),
    amount: rupees,
    state: z.enum(REFUND_STATES),
    method: z.enum(REFUND_WAYS),
    tickets: z
      .array(z.int().min(1))
      .meta({ description: "Numbers of single tickets; empty: of the order" }),
    reason: z.string(),
    bankReference: z.string(),
    day: localDay.nullable(),
    requestedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: "Refund" });
export const OrderMoney = z.object({ payments: z.array(Payment), refunds: z.array(Refund) });

export const Checkout = z
  .object({
    url: z.url().meta({ description: "Where the visitor pays; open it in a browser" }),
    expiresAt: instant.meta({ description: "Ask again later for another page" }),
    amount: rupees,
    currency: z.string(),
  })
  .meta({ id: "Checkout" });

const sums = {
  came: rupees,
  went: rupees.meta({ description: "Refunds, in Indian rupees" }),
  returned: rupees.meta({ description: "Refunds that came back, in Indian rupees" }),
  net: rupees,
};

export const Takings = z.object({
  from: day,
  to: day,
  total: z.object(sums),
  days: z.array(
    z.object({
      day,
      ...sums,
      locked: z.boolean().meta({ description: "Nothing is added to it any more" }),
    }),
  ),
  ways: z.array(
    z.object({
      source: z
        .enum([...PAYMENT_SOURCES, "hand"])
        .meta({ description: "`hand`: given back by hand, whatever way it had come" }),
      method: z.string(),
      ...sums,
    }),
  ),
  staff: z.array(z.object({ name: z.string(), ...sums })),
});
