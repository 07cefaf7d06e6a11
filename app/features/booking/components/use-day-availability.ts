import { useEffect, useState } from "react";
import type { bookableDay } from "../bookable-slots.server";

export type DayChoice = ReturnType<typeof bookableDay>;
export type SlotChoice = DayChoice["slots"][number];

/** `loaded` by the server, or fetched for another date. When that fails, the last slots stay: `isMissed`. */
export function useDayAvailability(date: string, loaded: Partial<DayChoice>) {
  const [lastSlots, setLastSlots] = useState(loaded.slots);
  const [day, setDay] = useState(() =>
    withDefaults(date === loaded.date ? loaded : placeholderSlots(loaded)),
  );
  const [missed, setMissed] = useState<string>();
  if (loaded.slots && loaded.slots !== lastSlots) {
    setLastSlots(loaded.slots);
    setDay(withDefaults(loaded));
  }

  useEffect(() => {
    if (date === day.date) return;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = () =>
      fetchDay(date, signal).then(setDay, () => {
        if (!signal.aborted) setMissed(date);
      });
    void ask();
    window.addEventListener("online", ask, { signal });
    return () => asking.abort();
  }, [date, day.date]);

  return { day, isMissed: missed === date && day.date !== date };
}

const withDefaults = (loaded: Partial<DayChoice>): DayChoice => ({
  date: "",
  slots: [],
  next: [],
  ...loaded,
});

/** Slots for a day that is still loading: all open, so that the selection stays. */
const placeholderSlots = ({ slots = [] }: Partial<DayChoice>): Partial<DayChoice> => ({
  slots: slots.map((slot) => ({ ...slot, note: "", open: true, left: undefined })),
});

/** Not a Remix fetcher, because its failure replaces the page by the error page and the form is lost. */
async function fetchDay(date: string, signal: AbortSignal): Promise<DayChoice> {
  const response = await fetch(`/tickets/day?${new URLSearchParams({ date })}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as DayChoice;
}
