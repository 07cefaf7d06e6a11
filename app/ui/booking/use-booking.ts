import { useEffect, useState } from "react";
import type { Fields } from "~/domain/fields";
import { complaintsAt, type Refused } from "../form/form-state";
import { valuesIn, type useTyped } from "../form/use-typed";

export type SlotChoice = {
  slot: string;
  title: string;
  hours: string;
  note: string;
  open: boolean;
  /** Places that are left, where the day is known. */
  left?: number | undefined;
};

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

/** What a day offers, and when it offers nothing, the next days that do. */
export type DayChoice = {
  date: string;
  slots: SlotChoice[];
  next: { day: string; label: string }[];
};

/** Unchecks a slot that can no longer be booked, not on this day, or that was just refused. */
export function useOpenSlot(
  { form, follow }: ReturnType<typeof useTyped>,
  slots: SlotChoice[],
  refused: Refused | undefined,
) {
  useEffect(() => {
    keepChosen(form.current, ({ disabled }) => !disabled);
    follow();
  }, [form, follow, slots]);

  useEffect(() => {
    if (!isSlotRefused(refused)) return;
    keepChosen(form.current, () => false);
    follow();
  }, [form, follow, refused]);
}

/**
 * Sets `checked` on every card: React still believes that the card it drew as chosen is checked, and would ignore
 * the next press on it.
 */
function keepChosen(form: HTMLFormElement | null, mayStay: (card: HTMLInputElement) => boolean) {
  for (const card of form?.querySelectorAll<HTMLInputElement>("[name=slot]") ?? []) {
    card.checked = card.checked && mayStay(card);
  }
}

const isSlotRefused = (refused: Refused | undefined) =>
  complaintsAt(refused, "visitSlot") !== undefined;

/** The slot that the form comes with: what was sent, unless that is what was wrong. */
export const chosenSlot = (refused: Refused | undefined, start: Fields) =>
  isSlotRefused(refused) ? undefined : (refused?.values ?? start).slot;

/**
 * What the day in the date field offers: as the server has `shown` it, or looked up when script sees another day.
 * When the lookup fails, the last known slots stay and `isMissed` is true.
 */
export function useDay(date: string, shown: Partial<DayChoice>) {
  const [seen, setSeen] = useState(shown.slots);
  const [day, setDay] = useState(() => whole(date === shown.date ? shown : unasked(shown)));
  const [missed, setMissed] = useState<string>();
  if (shown.slots && shown.slots !== seen) {
    setSeen(shown.slots);
    setDay(whole(shown));
  }

  useEffect(() => {
    if (date === day.date) return;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = () =>
      lookUp(date, signal).then(setDay, () => {
        if (!signal.aborted) setMissed(date);
      });
    void ask();
    window.addEventListener("online", ask, { signal });
    return () => asking.abort();
  }, [date, day.date]);

  return { day, isMissed: missed === date && day.date !== date };
}

const whole = (shown: Partial<DayChoice>): DayChoice => ({
  date: "",
  slots: [],
  next: [],
  ...shown,
});

/** While a day's own slots are on their way to a form that comes back with it, what was chosen is let be. */
const unasked = ({ slots = [] }: Partial<DayChoice>): Partial<DayChoice> => ({
  slots: slots.map((slot) => ({ ...slot, note: "", open: true, left: undefined })),
});

/** No fetcher: one that fails replaces the page by the error page, and the form is lost. */
async function lookUp(date: string, signal: AbortSignal): Promise<DayChoice> {
  const asked = new URLSearchParams({ date, _data: "routes/public/tickets" });
  const response = await fetch(`/tickets?${asked}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return { ...(await response.json()), date };
}
