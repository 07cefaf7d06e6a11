import type { Fields } from "~/lib/form-values";
import { onlyLeft, type TicketCounts } from "~/features/orders/order.rules";
import { valuesIn } from "~/components/form/use-form-values";
import type { SlotChoice } from "./use-day-availability";

/**
 * What the booking form draws. Of name and email only whether they are given, so that typing them redraws
 * nothing.
 */
export const bookingIn = (form: HTMLFormElement): Fields => {
  const { date, slot, adult, child, senior, promoCode, name, email } = valuesIn(form);
  const who = { name: given(name), email: given(email) };
  return { date, slot, adult, child, senior, promoCode, ...who };
};

const given = (text = "") => (text.trim() ? "given" : "");

/** What a booking still lacks, as a comma list; empty when nothing. */
export function stillNeeded(
  { date = "", slot, name, email }: Fields,
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

/** The slot is open, and yet too small for the party. */
export function tooFewPlaces({ slot }: Fields, counts: TicketCounts, slots: SlotChoice[]) {
  const tickets = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chosen = slots.find((known) => known.slot === slot);
  const { left = tickets } = chosen ?? {};
  if (left >= tickets) return "";
  return `${onlyLeft(left)} for ${tickets} people`;
}
