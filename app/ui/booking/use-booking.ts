import { useEffect, useState } from "react";
import { valuesIn, type useTyped, type Values } from "../form/use-typed";

export type SlotChoice = {
  slot: string;
  title: string;
  hours: string;
  note: string;
  open: boolean;
};

/**
 * What the booking form draws. Of name and email only whether they are given, so that typing them redraws
 * nothing.
 */
export const bookingIn = (form: HTMLFormElement): Values => {
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

/** Unchecks a slot that can no longer be booked, or not on this day. */
export function useOpenSlot({ form, follow }: ReturnType<typeof useTyped>, slots: SlotChoice[]) {
  useEffect(() => {
    const lost = form.current?.querySelector<HTMLInputElement>("[name=slot]:checked:disabled");
    if (lost) lost.checked = false;
    follow();
  }, [form, follow, slots]);
}

/**
 * What the day in the date field offers: as the server has `shown` it, or looked up when script sees another day.
 * When the lookup fails, the last known slots stay and `isMissed` is true.
 */
export function useDay(date: string, shown: Partial<DayChoice>) {
  const [seen, setSeen] = useState(shown.slots);
  const [day, setDay] = useState(() => whole(shown));
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

/** By hand: a fetcher that fails takes the page away, and with it the form. */
async function lookUp(date: string, signal: AbortSignal): Promise<DayChoice> {
  const asked = new URLSearchParams({ date, _data: "routes/public/tickets" });
  const response = await fetch(`/tickets?${asked}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return { ...(await response.json()), date };
}
