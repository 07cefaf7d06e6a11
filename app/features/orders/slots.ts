export const SLOTS = ["morning", "afternoon", "evening"] as const;
export type Slot = (typeof SLOTS)[number];

/** The zoo-local day (`YYYY-MM-DD`) and slot of a visit. */
export type Visit = { visitDate: string; visitSlot: Slot };

export const bySlot = <Value>(valueFor: (slot: Slot) => Value): Record<Slot, Value> => ({
  morning: valueFor("morning"),
  afternoon: valueFor("afternoon"),
  evening: valueFor("evening"),
});

/** `start` and `end` are hours of the zoo-local day. */
export const SLOT_HOURS: Record<
  Slot,
  { label: string; hours: string; start: number; end: number }
> = {
  morning: { label: "Morning", hours: "9:00 AM–12:00 PM", start: 9, end: 12 },
  afternoon: { label: "Afternoon", hours: "12:00–3:00 PM", start: 12, end: 15 },
  evening: { label: "Evening", hours: "3:00–6:00 PM", start: 15, end: 18 },
};
export const OPENING_HOURS = "9:00 AM–6:00 PM";

/** `Evening, 3:00–6:00 PM` */
export const formatSlot = (slot: Slot) => `${SLOT_HOURS[slot].label}, ${SLOT_HOURS[slot].hours}`;

/** A visitor can move a visit until this many hours before it starts. */
export const MOVE_HOURS = 24;
export const FREE_MOVE = `Free reschedule up to ${MOVE_HOURS} hours before the visit.`;

/** When a day is full, the next open day is searched for within this many days. */
export const BOOKING_HORIZON_DAYS = 60;

export const placesLeftMessage = (places: number) =>
  `Only ${places} ${places === 1 ? "place" : "places"} left`;
