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
import { ORDER_STATUSES } from "./order-status";
import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHOD_IDS } from "./payment-methods";
import { isForeignPhone, normalizePhone, PHONE_MAX } from "./order-contact";
import { CURRENCY } from "~/lib/money";
import { isSlot, offeredSlotIds } from "~/features/slots/slots.server";
import { findPromo, INVALID_PROMO } from "~/features/tariff/promo-codes.server";
import {
  countPeople,
  countsFromForm,
  DEFAULT_MOST,
  partyProblem,
  type Tariff,
  type TicketCounts,
  type TicketTypeRow,
} from "~/features/tariff/tariff";
import {
  allTicketTypes,
  entireTariff,
  publicTariff,
  tariff,
} from "~/features/tariff/tariff.server";
import { compactCode } from "~/lib/text/clean-text";

/** More than any order has. */
const MOST_TICKETS = 10_000;

const NO_DATE = "visitDate (YYYY-MM-DD) is required";
const noSlot = () => `visitSlot must be ${listIds(offeredSlotIds())}`;
const NO_CONTACT = "Contact email and at least one item are required";
const LONG_PHONE = `Phone can have at most ${PHONE_MAX} characters`;

const visitDate = z.string(NO_DATE).refine(isIsoDate, NO_DATE).meta({ format: "date" });
const visitSlot = z
  .string({ error: noSlot })
  .refine(isSlot, { error: noSlot })
  .meta({ override: ({ jsonSchema }) => void (jsonSchema.enum = offeredSlotIds()) });
export const phoneText = z
  .string("Send text")
  .overwrite(normalizePhone)
  .refine((phone) => phone.length <= PHONE_MAX || isForeignPhone(phone), LONG_PHONE)
  .refine(isStorable, INVALID_TEXT_ERROR)
  .meta({
    ...STORABLE_PATTERN,
    description: `At most ${PHONE_MAX} characters, or a foreign number with its +`,
  });
export const phone = phoneText.nullish().transform(optionalText);
const BLANK_IS_NONE = { description: "Blank: as if absent" };
const paymentMethod = z
  .enum(PAYMENT_METHOD_IDS, `paymentMethod must be ${listIds(PAYMENT_METHOD_IDS)}`)
  .meta(BLANK_IS_NONE);
export const promoCode = z
  .string()
  .trim()
  .max(50, INVALID_PROMO)
  .refine((typed) => typed === "" || findPromo(typed) !== undefined, INVALID_PROMO)
  .transform(compactCode)
  .nullish()
  .transform(optionalText)
  .meta({ description: "In any case; blank: none" });

const ticketType = z
  .string({ error: noTicketType })
  .refine((id) => allTicketTypes().some((type) => type.id === id), { error: noTicketType })
  .meta({ override: ({ jsonSchema }) => void (jsonSchema.enum = soldTypes()) });

const Item = z.object({
  ticketType,
  quantity: z
    .number({ error: noQuantity })
    .int({ error: noQuantity })
    .min(0, { error: noQuantity })
    .refine((count) => count <= mostOfAny(), { error: noQuantity })
    .meta({ override: ({ jsonSchema }) => void (jsonSchema.maximum = mostOfAny()) }),
});

/** Items as counts: quantities of the same type are added up. */
const items = z
  .array(Item, NO_CONTACT)
  .max(50, "Too many items")
  .transform((list) => {
    const counts: TicketCounts = Object.fromEntries(soldTypes().map((id) => [id, 0]));
    for (const { ticketType: id, quantity } of list) counts[id] = (counts[id] ?? 0) + quantity;
    return counts;
  })
  .superRefine((counts, context) => {
    const over = allTicketTypes().find(({ id, mostPerOrder }) => (counts[id] ?? 0) > mostPerOrder);
    if (over) context.addIssue({ code: "custom", message: atMostOf(over), continue: false });
  })
  .refine(hasPeople, NO_CONTACT)
  .refine((counts) => !partyProblem(entireTariff(), counts), {
    error: ({ input }) => partyProblem(entireTariff(), input as TicketCounts),
  })
  .meta({ minItems: 1, description: `At most ${DEFAULT_MOST} tickets of each type` });

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

export const NO_NAME = "Name and email are required";

/** How many of each a form asks for, of the types that are offered. */
export const ticketCounts = (offered: () => Tariff) =>
  z.custom<TicketCounts>().superRefine((chosen, context) => {
    const report = (message: string, path: string[] = []) =>
      context.addIssue({ code: "custom", message, path });
    const isWrong = ({ id, mostPerOrder }: TicketTypeRow) => {
      const count = chosen[id] ?? 0;
      return !Number.isInteger(count) || count < 0 || count > mostPerOrder;
    };
    const wrong = offered().types.filter(isWrong);
    for (const { id, mostPerOrder } of wrong) report(`Choose 0 to ${mostPerOrder}`, [id]);
    if (wrong.length > 0) return;
    if (!hasPeople(chosen)) return report("Please add at least one ticket");
    const problem = partyProblem(offered(), chosen);
    if (problem) report(problem);
  });

export const MoveVisit = z.object({
  visitDate: z
    .string()
    .trim()
    .min(1, { error: "Choose your visit date", abort: true })
    .refine(isIsoDate, INVALID_DAY),
  visitSlot: z.string("Choose a slot").refine(isSlot, "Choose a slot"),
});
export type MoveVisit = z.output<typeof MoveVisit>;

export const BookingInput: z.ZodType<Booking> = z.object({
  ...MoveVisit.shape,
  counts: ticketCounts(publicTariff),
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
  counts: countsFromForm(form, publicTariff(), (typed) => (typed === "" ? 0 : Number(typed))),
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

/** Without a key: by staff. */
export const PayOrder = z.object({
  key: z.string("Send text").optional().meta({ description: "The last part of `links.order`" }),
});

const NO_TICKETS = "Choose the tickets to refund";

/** Without tickets: the entire order. */
export const RefundOrder = z.object({
  tickets: z
    .array(z.int("tickets must be numbers of tickets").min(1), "tickets must be a list")
    .min(1, NO_TICKETS)
    .max(MOST_TICKETS, "Too many tickets")
    .optional()
    .meta({ description: "Their numbers; absent: the entire order" }),
  reason: text(MAX_LENGTH.subject).nullish().transform(optionalText),
});

/** Of the form that refunds an entire order. */
export const RefundReason = z.object({
  refundReason: text(MAX_LENGTH.subject).nullish().transform(optionalText),
});

export const RefundTickets = RefundOrder.required({ tickets: true });

/** Boxes that are ticked: `ticket-3`. */
export const ticketsFromForm = (form: FormValues) =>
  Object.keys(form).flatMap((name) => {
    const [, number] = /^ticket-([1-9]\d{0,4})$/.exec(name) ?? [];
    return number && form[name] === "on" ? [Number(number)] : [];
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
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")}, or ${ids.at(-1)}`;
}

function soldTypes() {
  return tariff().types.map(({ id }) => id);
}

function noTicketType() {
  return `ticketType must be ${listIds(soldTypes())}`;
}

function noQuantity() {
  return `quantity must be a whole number from 0 to ${mostOfAny()}`;
}

function mostOfAny() {
  return Math.max(...tariff().types.map(({ mostPerOrder }) => mostPerOrder));
}

function atMostOf({ label, mostPerOrder }: TicketTypeRow) {
  return mostPerOrder === DEFAULT_MOST
    ? `At most ${DEFAULT_MOST} tickets of each type`
    : `At most ${mostPerOrder} of ${label}`;
}

function hasPeople(chosen: TicketCounts) {
  return countPeople(entireTariff(), chosen) > 0;
}
