import * as z from "zod";
import { PAYMENT_SOURCES, REVIEWS } from "~/features/payments/payment.rules";
import { id, instant, listOf } from "./response-fields.schema";

const day = z.string().meta({ format: "date" });
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
    day: day.meta({ description: "The day of the zoo in whose takings it counts" }),
    paidAt: instant,
  })
  .meta({ id: "Payment" });
export const Payments = listOf(Payment);

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
