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

  useEffect(follow, []);
  return { form, typed, follow, set };
}

const valuesIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The slots of the date in the field: fetched when script sees it change. */
export function useSlots(date: string, slots: SlotChoice[]) {
  const { data, load } = useFetcher<{ slots: SlotChoice[] }>();
  const known = useRef(date);

  useEffect(() => {
    if (known.current === date) return;
    known.current = date;
    load(`/tickets?${new URLSearchParams({ date })}`);
  }, [date, load]);

  return data?.slots ?? slots;
}
