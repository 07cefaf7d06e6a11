import type { FormValues } from "~/lib/form-values";
import { valuesIn } from "~/components/form/use-form-values";
import type { SlotChoice } from "./use-day-availability";
import { placesLeftMessage } from "~/features/orders/visit-limits";

/** The values that the form renders. Personal data is reduced to "given", so that typing it does not re-render. */
export const parseBooking = (form: HTMLFormElement): FormValues => {
  const { name, email, phone: _, ...values } = valuesIn(form);
  return { ...values, name: presence(name), email: presence(email) };
};

const presence = (text = "") => (text.trim() ? "given" : "");

export function missingFields(
  { date = "", slot, name, email }: FormValues,
  people: number,
  today: string,
) {
  return [
    !date && "visit date",
    date && date < today && "a visit date from today on",
    !slot && "slot",
    people === 0 && "at least one ticket",
    !name?.trim() && "your name",
    !email?.trim() && "your email",
  ]
    .filter(Boolean)
    .join(", ");
}

export function exceedsAvailability({ slot }: FormValues, tickets: number, slots: SlotChoice[]) {
  const chosen = slots.find((known) => known.slot === slot);
  const { left = tickets } = chosen ?? {};
  if (left >= tickets) return "";
  return `${placesLeftMessage(left)} for ${tickets} people`;
}
