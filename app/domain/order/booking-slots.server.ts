import { isDay } from "../clock";
import { isOver, zooDay } from "../zoo-time.server";
import { placesOn } from "./places.server";
import { SLOT_HOURS, SLOTS, type Slot } from "./order.rules";

/** From here down the form says how many places are left (design 7.6). */
const FEW = 20;

export type BookingSlot = { slot: Slot; title: string; hours: string; note: string; open: boolean };

/** The slots of a day as the booking form offers them; without a day, all of them. */
export function bookingSlots(day: string): BookingSlot[] {
  const places = isDay(day) && day >= zooDay() ? placesOn(day) : undefined;
  return SLOTS.map((slot) => {
    const { label: title, hours } = SLOT_HOURS[slot];
    const room = places?.find((of) => of.slot === slot);
    const closedBy = room && reasonClosed(day, slot, room);
    const few = room && room.left <= FEW ? `Only ${room.left} places left` : "";
    return { slot, title, hours, note: closedBy ?? few, open: closedBy === undefined };
  });
}

function reasonClosed(
  day: string,
  slot: Slot,
  { capacity, left }: { capacity: number; left: number },
) {
  if (isOver(day, slot)) return "Over for today";
  if (capacity === 0) return "Closed";
  return left === 0 ? "Full" : undefined;
}
