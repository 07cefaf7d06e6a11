import { useEffect, useState } from "react";

export type SlotChoice = {
  slot: string;
  title: string;
  hours: string;
  note: string;
  open: boolean;
  /** Places that are left, where the day is known. */
  left?: number;
};

/** What a day offers, and when it offers nothing, the next days that do. */
export type DayChoice = {
  date: string;
  slots: SlotChoice[];
  next: { day: string; label: string }[];
};

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
  const response = await fetch(`/tickets/day?${new URLSearchParams({ date })}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as DayChoice;
}
