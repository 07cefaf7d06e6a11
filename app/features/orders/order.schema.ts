import * as z from "zod";
import { INVALID_DAY, isIsoDate } from "~/lib/dates";
import { isRecord, readAs } from "~/lib/parse-input";
import type { FormValues } from "~/lib/form-values";
import { INVALID_TEXT_ERROR, isStorable, MAX_LENGTH, STORABLE_PATTERN } from "~/lib/text-limits";
import {
  requiredEmail,
  requiredText,
  NO_EMAIL,
  optionalText,
  text,
} from "~/lib/text-fields.schema";
import { CURRENCY, isPromo, normalizePromoCode } from "./pricing";
import { MAX_PER_TYPE, TICKET_TYPES, type TicketCounts } from "./ticket-types";
import { ORDER_STATUSES } from "./order-status";
import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHOD_IDS } from "./payment-methods";
import { isForeignPhone, normalizePhone, PHONE_MAX } from "./order-contact";
import { SLOTS } from "./slots";
import { countsFromForm } from "./ticket-counts";

const NO_DATE = "visitDate (YYYY-MM-DD) is required";
const NO_SLOT = `visitSlot must be ${listIds(SLOTS)}`;
const NO_CONTACT = "Contact email and at least one item are required";
const LONG_PHONE = `Phone can have at most ${PHONE_MAX} characters`;

const visitDate = z.string(NO_DATE).refine(isIsoDate, NO_DATE).meta({ format: "date" });
const visitSlot = z.enum(SLOTS, NO_SLOT);
const phoneText = z
  .string("Send text")
  .overwrite(normalizePhone)
  .refine((phone) => phone.length <= PHONE_MAX || isForeignPhone(phone), LONG_PHONE)
  .refine(isStorable, INVALID_TEXT_ERROR)
  .meta({
    ...STORABLE_PATTERN,
    description: `At most ${PHONE_MAX} characters, or a foreign number with its +`,
  });
const phone = phoneText.nullish().transform(optionalText);
const BLANK_IS_NONE = { description: "Blank: as if absent" };
const paymentMethod = z
  .enum(PAYMENT_METHOD_IDS, `paymentMethod must be ${listIds(PAYMENT_METHOD_IDS)}`)
  .meta(BLANK_IS_NONE);
const promoCode = z
  .string()
  .trim()
  .max(50, "Promo code is not valid")
  .refine((typed) => typed === "" || isPromo(typed), "Promo code is not valid")
  .transform(normalizePromoCode)
  .nullish()
  .transform(optionalText)
  .meta({ description: "In any case; blank: none" });

const Item = z.object({
  ticketType: z.enum(TICKET_TYPES, `ticketType must be ${listIds(TICKET_TYPES)}`),
  quantity: quantity(`quantity must be a whole number from 0 to ${MAX_PER_TYPE}`),
});

/** Items as counts: quantities of the same type are added up. */
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
  .refine(hasTickets, NO_CONTACT)
  .meta({ minItems: 1, description: `At most ${MAX_PER_TYPE} tickets of each type` });

/** A booking as clients send it. Prices, totals and status are ignored: the server sets them. */
export const PlaceOrder = readAs(
  withoutBlanks,
  z.object({
    visitDate,
    visitSlot,
    contact: z.object(
      {
        name: text(MAX_LENGTH.name).nullish().transform(optionalText),
        email: requiredEmail(NO_CONTACT),
        phone,
      },
      NO_CONTACT,
    ),
    items,
    paymentMethod: paymentMethod.default(DEFAULT_PAYMENT_METHOD),
    currency: z
      .literal(CURRENCY, `currency must be ${CURRENCY}`)
      .default(CURRENCY)
      .meta(BLANK_IS_NONE),
    promoCode,
  }),
).transform(({ items: counts, currency: _, ...booking }) => ({ ...booking, counts }));

export type Booking = z.output<typeof PlaceOrder>;

const NO_NAME = "Name and email are required";
const count = quantity(`Choose 0 to ${MAX_PER_TYPE}`);

export const MoveVisit = z.object({
  visitDate: z
    .string()
    .trim()
    .min(1, { error: "Choose your visit date", abort: true })
    .refine(isIsoDate, INVALID_DAY),
  visitSlot: z.enum(SLOTS, "Choose a slot"),
});
export type MoveVisit = z.output<typeof MoveVisit>;

export const BookingInput: z.ZodType<Booking> = z.object({
  ...MoveVisit.shape,
  counts: z
    .object({ adult: count, child: count, senior: count })
    .refine(hasTickets, "Please add at least one ticket"),
  contact: z.object({
    name: requiredText(NO_NAME, MAX_LENGTH.name),
    email: requiredEmail(NO_NAME),
    phone,
  }),
  paymentMethod: z
    .enum(PAYMENT_METHOD_IDS, "Choose how you will pay")
    .default(DEFAULT_PAYMENT_METHOD),
  promoCode,
});

export const bookingFromForm = (form: FormValues) => ({
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

export const OrderFields = z.object({
  visitDate: visitDate.optional(),
  visitSlot: visitSlot.optional(),
  contact: z
    .object({
      name: text(MAX_LENGTH.name).optional(),
      email: requiredEmail(NO_EMAIL).optional(),
      phone: phoneText.optional(),
    })
    .optional(),
  items: items.optional(),
  paymentMethod: paymentMethod.optional(),
  status: z.enum(ORDER_STATUSES, `status must be ${ORDER_STATUSES.join(", ")}`).optional(),
});

/** The fields, or an `order` that has them. */
export const EditOrder = readAs(
  ({ order, ...sent }) => withoutBlanks({ ...(isRecord(order) && order), ...sent }),
  OrderFields,
  { order: { type: "object", description: "The same fields, where they are not beside it" } },
);

export type OrderChanges = z.output<typeof EditOrder>;

/** A blank choice is none. */
function withoutBlanks({ paymentMethod, currency, ...sent }: Record<string, unknown>) {
  const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";
  return {
    ...sent,
    paymentMethod: isBlank(paymentMethod) ? undefined : paymentMethod,
    currency: isBlank(currency) ? undefined : currency,
  };
}

/** `upi, card, or cash` */
function listIds(ids: readonly string[]) {
  return `${ids.slice(0, -1).join(", ")}, or ${ids.at(-1)}`;
}

function quantity(message: string) {
  return z.number(message).int(message).min(0, message).max(MAX_PER_TYPE, message);
}

function hasTickets(counts: TicketCounts) {
  return Object.values(counts).some((each) => each > 0);
}
