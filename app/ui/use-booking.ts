import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

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
 * took over is lost; this follows it.
 */
export function useTyped(initial: Values) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const follow = () => {
    if (form.current) setTyped(valuesIn(form.current));
  };
  const set = (values: Values) => setTyped((before) => ({ ...before, ...values }));

  /** The date field belongs to the form and not to React, so it is written there. */
  const chooseDay = (day: string) => {
    const field = form.current?.elements.namedItem("date");
    if (field instanceof HTMLInputElement) field.value = day;
    set({ date: day, slot: "" });
  };

  useEffect(follow, []);
  return { form, typed, follow, set, chooseDay };
}

const valuesIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** What a day offers, and when it offers nothing, the next days that do. */
export type DayChoice = { slots: SlotChoice[]; next: { day: string; label: string }[] };

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
