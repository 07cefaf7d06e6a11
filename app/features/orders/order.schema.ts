import * as z from "zod";
import { isDay } from "~/lib/dates";
import type { Fields } from "~/lib/form-values";
import { LONGEST, NOT_TEXT, TEXT } from "~/lib/text-limits";
import { neededEmail, neededText, NO_EMAIL, orEmpty, text } from "~/lib/text-fields.schema";
import {
  CURRENCY,
  isPromo,
  MAX_PER_TYPE,
  normalPromo,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  PHONE_MAX,
  SLOTS,
  TICKET_TYPES,
  type TicketCounts,
} from "./order.rules";
import { countsFromForm } from "./ticket-counts";

const NO_DATE = "visitDate (YYYY-MM-DD) is required";
const NO_SLOT = "visitSlot must be morning, afternoon, or evening";
const NO_CONTACT = "Contact email and at least one item are required";
const LONG_PHONE = `Phone can have at most ${PHONE_MAX} characters`;

const visitDate = z.string(NO_DATE).refine(isDay, NO_DATE).meta({ format: "date" });
const visitSlot = z.enum(SLOTS, NO_SLOT);
const phoneText = z
  .string("Send text")
  .overwrite(tenDigits)
  .max(PHONE_MAX, LONG_PHONE)
  .regex(TEXT, NOT_TEXT);
const phone = phoneText.nullish().transform(orEmpty);
const paymentMethod = z.enum(PAYMENT_METHODS, "paymentMethod must be upi, card, or cash");
const promoCode = z
  .string()
  .trim()
  .max(50, "Promo code is not valid")
  .refine((typed) => typed === "" || isPromo(typed), "Promo code is not valid")
  .transform(normalPromo)
  .nullish()
  .transform(orEmpty)
  .meta({ description: "In any case; blank: none" });

const Item = z.object({
  ticketType: z.enum(TICKET_TYPES, "ticketType must be adult, child, or senior"),
  quantity: quantity(`quantity must be a whole number from 0 to ${MAX_PER_TYPE}`),
});

/** Items as counts: the same type twice is added up, quantity 0 is dropped (contract 5). */
const items = z
  .array(Item, NO_CONTACT)
  .max(50, "Too many items")
  .transform((list) => {
    const counts: TicketCounts = { adult: 0, child: 0, senior: 0 };
    for (const item of list) counts[item.ticketType] += item.quantity;
    return counts;
  })
  .refine((counts) => Math.max(...Object.values(counts)) <= MAX_PER_TYPE, {
    error: `At most ${MAX_PER_TYPE} tickets of each type`,
    abort: true,
  })
  .refine(someTickets, NO_CONTACT)
  .meta({ minItems: 1 });

/** A booking as clients send it. Prices, totals and status are not read: the server sets them. */
export const PlaceOrder = z
  .object({
    visitDate,
    visitSlot,
    contact: z.object(
      {
        name: text(LONGEST.name).nullish().transform(orEmpty),
        email: neededEmail(NO_CONTACT),
        phone,
      },
      NO_CONTACT,
    ),
    items,
    paymentMethod: paymentMethod.default("upi"),
    currency: z.literal(CURRENCY, `currency must be ${CURRENCY}`).default(CURRENCY),
    promoCode,
  })
  .transform(({ items: counts, currency: _, ...booking }) => ({ ...booking, counts }));

export type Booking = z.output<typeof PlaceOrder>;

const NO_NAME = "Name and email are required";
const count = quantity(`Choose 0 to ${MAX_PER_TYPE}`);

/** Another day and slot for an active booking, from the visitor's page. */
export const MoveVisit = z.object({
  visitDate: z.string().refine(isDay, "Choose your visit date"),
  visitSlot: z.enum(SLOTS, "Choose a slot"),
});
export type MoveVisit = z.output<typeof MoveVisit>;

/** The booking form: the same booking with the form's own words (spec 5, tickets form). */
export const BookingInput: z.ZodType<Booking> = z.object({
  ...MoveVisit.shape,
  counts: z
    .object({ adult: count, child: count, senior: count })
    .refine(someTickets, "Please add at least one ticket"),
  contact: z.object({
    name: neededText(NO_NAME, LONGEST.name),
    email: neededEmail(NO_NAME),
    phone,
  }),
  paymentMethod: z.enum(PAYMENT_METHODS, "Choose how you will pay").default("upi"),
  promoCode,
});

/** The flat fields of the form in the shape of a booking. */
export const bookingFromForm = (form: Fields) => ({
  visitDate: form.date ?? "",
  visitSlot: form.slot,
  counts: countsFromForm(form, (typed) => (typed === "" ? 0 : Number(typed))),
  contact: { name: form.name ?? "", email: form.email ?? "", phone: form.phone },
  paymentMethod: form.paymentMethod,
  promoCode: form.promoCode,
});

export const ChangeStatus = z.object({
  status: z
    .string("Missing id/status")
    .min(1, "Missing id/status")
    .pipe(z.enum(ORDER_STATUSES, `status must be ${ORDER_STATUSES.join(", ")}`))
    .meta({ enum: ORDER_STATUSES }),
});

/** What staff may change of an order (contract 4); items only while it is pending. */
export const EditOrder = z.object({
  visitDate: visitDate.optional(),
  visitSlot: visitSlot.optional(),
  contact: z
    .object({
      name: text(LONGEST.name).optional(),
      email: neededEmail(NO_EMAIL).optional(),
      phone: phoneText.optional(),
    })
    .optional(),
  items: items.optional(),
  paymentMethod: paymentMethod.optional(),
  status: z.enum(ORDER_STATUSES, `status must be ${ORDER_STATUSES.join(", ")}`).optional(),
});

export type OrderChanges = z.output<typeof EditOrder>;

/** The ten digits of an Indian number such as `+91 98450-12345`; other text as it is. */
function tenDigits(typed: string) {
  const [, digits] = /^(?:\+?91|0)?(\d{10})$/.exec(typed.replace(/[\s()-]/g, "")) ?? [];
  return digits ?? typed.trim();
}

function quantity(message: string) {
  return z.number(message).int(message).min(0, message).max(MAX_PER_TYPE, message);
}

function someTickets(counts: TicketCounts) {
  return Object.values(counts).some((each) => each > 0);
}
