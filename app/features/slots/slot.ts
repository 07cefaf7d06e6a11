/** The id of one of the zoo's slots. */
export type Slot = string;

/** The zoo-local day (`YYYY-MM-DD`) and slot of a visit. */
export type Visit = { visitDate: string; visitSlot: Slot };

/** `starts` and `ends` are minutes of the zoo-local day. */
export type SlotTimes = {
  slot: Slot;
  label: string;
  starts: number;
  ends: number;
  /** Not sold online until some time before it starts. */
  walkInPlaces: number;
};

/** Places for walk-ins are sold online, too, at most a day before their slot starts. */
export const MAX_WALK_IN_MINUTES = 24 * 60;

/** A slot as screens show it. */
export type SlotText = { slot: Slot; label: string; hours: string };

export const bySlot = <Value>(slots: readonly { slot: Slot }[], valueFor: (slot: Slot) => Value) =>
  Object.fromEntries(slots.map(({ slot }) => [slot, valueFor(slot)]));

export const toSlotText = ({
  slot,
  label,
  starts,
  ends,
}: Omit<SlotTimes, "walkInPlaces">): SlotText => ({
  slot,
  label,
  hours: formatHours(starts, ends),
});

/** `Evening, 3:00–6:00 PM` */
export const formatSlot = ({ label, hours }: Omit<SlotText, "slot">) => `${label}, ${hours}`;

/** `9:00 AM–12:00 PM`, `3:00–6:00 PM` */
export function formatHours(starts: number, ends: number) {
  const [from, to] = [clock(starts), clock(ends)];
  return from.half === to.half
    ? `${from.time}–${to.time} ${to.half}`
    : `${from.time} ${from.half}–${to.time} ${to.half}`;
}

function clock(minute: number) {
  const hour = Math.floor(minute / 60) % 24;
  const time = `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")}`;
  return { time, half: hour < 12 ? "AM" : "PM" };
}

/** `daily 9:00 AM–6:00 PM` */
export const formatOpening = (lines: readonly { days: string; hours: string }[]) =>
  lines.map(({ days, hours }) => `${days} ${hours}`).join(", ");

/** `15:00` */
export const toTimeOfDay = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
