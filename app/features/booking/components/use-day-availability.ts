import { useEffect, useState } from "react";
import { hasRoomFor } from "../room-for-party";
import type { bookableDay } from "../bookable-slots.server";

export type DayChoice = ReturnType<typeof bookableDay>;
export type SlotChoice = DayChoice["slots"][number];

/**
 * `loaded` by the server, or fetched for another date, and for a party that no slot has places for. When that fails,
 * the last slots stay: `isMissed`.
 */
export function useDayAvailability(
  date: string,
  loaded: Partial<DayChoice>,
  people = loaded.people ?? 1,
) {
  const [lastSlots, setLastSlots] = useState(loaded.slots);
  const [day, setDay] = useState(() =>
    withDefaults(date === loaded.date ? loaded : placeholderSlots(loaded)),
  );
  const [missed, setMissed] = useState<string>();
  if (loaded.slots && loaded.slots !== lastSlots) {
    setLastSlots(loaded.slots);
    setDay(withDefaults(loaded));
  }

  const isForParty = day.people === people || hasRoomFor(day.slots, people);
  useEffect(() => {
    if (date === day.date && isForParty) return;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = () =>
      fetchDay(date, people, signal).then(setDay, () => {
        if (!signal.aborted) setMissed(date);
      });
    void ask();
    window.addEventListener("online", ask, { signal });
    return () => asking.abort();
  }, [date, day.date, people, isForParty]);

  return { day, isMissed: missed === date && day.date !== date };
}

const withDefaults = (loaded: Partial<DayChoice>): DayChoice => ({
  date: "",
  people: 1,
  slots: [],
  why: "",
  next: [],
  ...loaded,
});

/** Slots for a day that is still loading: all open, so that the selection stays. */
const placeholderSlots = ({ slots = [] }: Partial<DayChoice>): Partial<DayChoice> => ({
  slots: slots.map((slot) => ({ ...slot, note: "", open: true, left: undefined })),
});

/** Not a Remix fetcher, because its failure replaces the page by the error page and the form is lost. */
async function fetchDay(date: string, people: number, signal: AbortSignal): Promise<DayChoice> {
  const query = new URLSearchParams({ date, people: String(people) });
  const response = await fetch(`/tickets/day?${query}`, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as DayChoice;
}
