import * as z from "zod";
import { NO_NAME, phoneText } from "~/features/orders/order.schema";
import { isSlot } from "~/features/slots/slots.server";
import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { countPeople, countsFromForm, type TicketCounts } from "~/features/tariff/tariff";
import { entireTariff } from "~/features/tariff/tariff.server";
import { ReceivedAmount, SeenReference } from "~/features/transfers/transfer.schema";
import { isIsoDate, INVALID_DAY } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { MAX_LENGTH } from "~/lib/text-limits";
import {
  optional,
  optionalDay,
  optionalText,
  requiredDay,
  requiredEmail,
  requiredText,
  rupees,
  text,
  wholeNumber,
} from "~/lib/text-fields.schema";
import { MOST_HEADS, PART_METHOD_IDS } from "./groups.rules";

const NO_ORGANISATION = "Enter the name of the school or group";

const contact = {
  organisation: requiredText(NO_ORGANISATION, MAX_LENGTH.name),
  name: requiredText(NO_NAME, MAX_LENGTH.name),
  email: requiredEmail(NO_NAME),
  phone: phoneText.nullish().transform(optionalText),
};

const anyText = (limit: number) => text(limit).nullish().transform(optionalText);
const slot = z
  .string()
  .default("")
  .refine((id) => id === "" || isSlot(id), "Choose a slot");

/** What a school asks for: the days are in the order of its wishes. */
export const AskForGroup = z
  .object({
    ...contact,
    pupils: wholeNumber("Enter how many pupils,", 1, MOST_HEADS),
    adults: wholeNumber("Enter how many adults,", 0, MOST_HEADS),
    ages: anyText(MAX_LENGTH.name),
    visitDate: requiredDay,
    date2: optionalDay,
    date3: optionalDay,
    slot,
    slot2: slot,
    slot3: slot,
    message: anyText(MAX_LENGTH.text),
  })
  .transform(({ visitDate, date2, date3, slot: first, slot2, slot3, name, ...asked }) => ({
    ...asked,
    contactName: name,
    days: [
      { day: visitDate, slot: first },
      { day: date2, slot: slot2 },
      { day: date3, slot: slot3 },
    ].filter(({ day }) => day !== ""),
  }));

export type NewRequest = z.output<typeof AskForGroup>;

/** The fields of that form which other public forms do not have. */
export const REQUEST_FIELDS = [
  "organisation",
  "pupils",
  "adults",
  "ages",
  "date2",
  "date3",
  "slot2",
  "slot3",
];

export const requestFromForm = ({ date = "", ...form }: FormValues) => ({
  ...form,
  name: form.name ?? "",
  email: form.email ?? "",
  visitDate: date,
});

const counts = z.custom<TicketCounts>().superRefine((heads, context) => {
  const isWrong = (count: number) => !Number.isInteger(count) || count < 0 || count > MOST_HEADS;
  const wrong = Object.keys(heads).filter((type) => isWrong(heads[type] ?? 0));
  const report = (message: string, path: string[] = []) =>
    context.addIssue({ code: "custom", message, path });
  for (const type of wrong) report(`Enter a number from 0 to ${MOST_HEADS}`, [type]);
  if (wrong.length === 0 && countPeople(entireTariff(), heads) === 0)
    report("Enter how many people come");
});

/** Blank for none. The price is typed in rupees, and paise from then on. */
const terms = {
  pricePerHead: optional(rupees("Enter rupees such as 150 or 150.50, or leave it empty")),
  freePer: optional(wholeNumber("Leave it empty, or enter a number", 1, MOST_HEADS)),
};

function withPaise<Sent extends { pricePerHead: number | null }>({
  pricePerHead: pricePerHeadPaise,
  ...sent
}: Sent) {
  return { ...sent, pricePerHeadPaise };
}

/** An order for a group, as staff enter it. */
export const PlaceGroupOrder = z
  .object({
    ...contact,
    visitDate: z
      .string()
      .trim()
      .min(1, { error: "Choose the visit date", abort: true })
      .refine(isIsoDate, INVALID_DAY),
    visitSlot: z.string("Choose a slot").refine(isSlot, "Choose a slot"),
    counts,
    ...terms,
    holdUntil: requiredDay,
    paymentMethod: z
      .enum(PAYMENT_METHOD_IDS, "Choose how they pay")
      .default(DEFAULT_PAYMENT_METHOD),
    note: anyText(MAX_LENGTH.text),
  })
  .transform(withPaise);
export type NewGroupOrder = z.output<typeof PlaceGroupOrder>;

/** How many come, and on which terms; the terms change only while the order is unpaid. */
export const ChangeGroup = z
  .object({ counts, ...terms, holdUntil: requiredDay })
  .transform(withPaise);
export type GroupChanges = z.output<typeof ChangeGroup>;

const method = z.enum(PART_METHOD_IDS, "Choose how it was paid");
const reference = anyText(MAX_LENGTH.name);

/** A part of the price, or more of it. */
export const RecordPart = z
  .object({ ...ReceivedAmount.shape, method, reference })
  .superRefine(checkReference);
export type PartPayment = z.output<typeof RecordPart>;

/** How the price of more people is paid, which is recorded with the change. */
export const PayDifference = z.object({ method, reference }).superRefine(checkReference);

/** The reference of a UPI transfer has 12 digits, for it is looked up at the bank. */
function checkReference(
  { method: by, reference: upiReference }: { method: string; reference: string },
  context: z.RefinementCtx,
) {
  const result = by === "upi" ? SeenReference.safeParse({ upiReference }) : undefined;
  for (const { message } of result?.error?.issues ?? [])
    context.addIssue({ code: "custom", message, path: ["reference"] });
}

export const DeclineRequest = z.object({
  answer: requiredText("Write what the school is to read", MAX_LENGTH.text),
});

/** The fields of `PlaceGroupOrder` and `ChangeGroup` from their forms. */
export const groupFromForm = ({ date = "", slot: visitSlot, ...form }: FormValues) => ({
  ...form,
  name: form.name ?? "",
  email: form.email ?? "",
  visitDate: date,
  visitSlot,
  counts: countsFromForm(form, entireTariff(), (typed) => (typed === "" ? 0 : Number(typed))),
});
