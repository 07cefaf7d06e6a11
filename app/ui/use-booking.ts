import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";

export type Values = Record<string, string | undefined>;
export type SlotChoice = {
  slot: string;
  title: string;
  hours: string;
  note: string;
  open: boolean;
};

/**
 * What stands in the form right now. The form itself holds it, so that nothing typed before script
 * took over is lost; this follows it. What `read` leaves as it was draws nothing again.
 */
export function useTyped(initial: Values, read = valuesIn) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const follow = useCallback(() => {
    if (!form.current) return;
    const now = read(form.current);
    setTyped((before) => (isSame(before, now) ? before : now));
  }, [read]);
  const set = useCallback((values: Values) => setTyped((before) => ({ ...before, ...values })), []);

  /** Date and slot belong to the form and not to React, so they are written there. */
  const chooseDay = useCallback(
    (day: string) => {
      const fields = form.current?.querySelectorAll<HTMLInputElement>("[name=date], [name=slot]");
      for (const field of fields ?? []) {
        if (field.type === "radio") field.checked = false;
        else field.value = day;
      }
      follow();
    },
    [follow],
  );

  useEffect(follow, [follow]);
  return { form, typed, follow, set, chooseDay };
}

const valuesIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** What the booking form draws. Of who books that is no more than whether it is there: letters draw nothing. */
export const bookingIn = (form: HTMLFormElement): Values => {
  const { date, slot, adult, child, senior, promoCode, name, email } = valuesIn(form);
  const who = { name: given(name), email: given(email) };
  return { date, slot, adult, child, senior, promoCode, ...who };
};

const given = (text = "") => (text.trim() ? "given" : "");

const isSame = (a: Values, b: Values) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

/** What a day offers, and when it offers nothing, the next days that do. */
export type DayChoice = { slots: SlotChoice[]; next: { day: string; label: string }[] };

/** A slot that cannot be booked any more, or not on this day, is not chosen. */
export function useOpenSlot({ form, follow }: ReturnType<typeof useTyped>, slots: SlotChoice[]) {
  useEffect(() => {
    const lost = form.current?.querySelector<HTMLInputElement>("[name=slot]:checked:disabled");
    if (lost) lost.checked = false;
    follow();
  }, [form, follow, slots]);
}

/** The day in the date field: fetched when script sees it change. */
export function useDay(date: string, day: DayChoice): DayChoice {
  const { data, load } = useFetcher<DayChoice>();
  const known = useRef(date);

  useEffect(() => {
    if (known.current === date) return;
    known.current = date;
    load(`/tickets?${new URLSearchParams({ date })}`);
  }, [date, load]);

  return data ?? day;
}
