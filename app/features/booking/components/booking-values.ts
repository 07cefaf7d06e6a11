import type { FormValues } from "~/lib/form-values";
import { placesLeftMessage } from "~/features/orders/slots";
import { countPeople } from "~/features/orders/ticket-counts";
import type { TicketCounts } from "~/features/orders/ticket-types";
import { valuesIn } from "~/components/form/use-form-values";
import type { SlotChoice } from "./use-day-availability";

/** The values that the form renders. Name and email are reduced to "given", so that typing them does not re-render. */
export const parseBooking = (form: HTMLFormElement): FormValues => {
  const { date, slot, adult, child, senior, promoCode, name, email } = valuesIn(form);
  const who = { name: presence(name), email: presence(email) };
  return { date, slot, adult, child, senior, promoCode, ...who };
};

const presence = (text = "") => (text.trim() ? "given" : "");

export function missingFields(
  { date = "", slot, name, email }: FormValues,
  counts: TicketCounts,
  today: string,
) {
  return [
    !date && "visit date",
    date && date < today && "a visit date from today on",
    !slot && "slot",
    !Object.values(counts).some(Boolean) && "at least one ticket",
    !name?.trim() && "your name",
    !email?.trim() && "your email",
  ]
    .filter(Boolean)
    .join(", ");
}

export function exceedsAvailability(
  { slot }: FormValues,
  counts: TicketCounts,
  slots: SlotChoice[],
) {
  const tickets = countPeople(counts);
  const chosen = slots.find((known) => known.slot === slot);
  const { left = tickets } = chosen ?? {};
  if (left >= tickets) return "";
  return `${placesLeftMessage(left)} for ${tickets} people`;
}
