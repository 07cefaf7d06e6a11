import { db, type Reader } from "db/connection.server";
import { slots, slotTimes } from "db/schema";
import { cacheUntilWritten } from "db/cache-until-written.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { formatSlot, toSlotText, type Slot, type SlotText, type SlotTimes } from "./slot";

type Row = typeof slotTimes.$inferSelect;
export type SlotHistory = { slot: Slot; label: string; walkInPlaces: number; newestFirst: Row[] };

/** Every slot that there ever was. */
export function readSlots(reader: Reader = db): Map<Slot, SlotHistory> {
  const times = reader.select().from(slotTimes).all();
  return new Map(
    reader
      .select()
      .from(slots)
      .all()
      .map(({ id: slot, label, walkInPlaces }) => {
        const own = times.filter(({ slotId }) => slotId === slot);
        const newestFirst = own.sort((a, b) => b.validFrom.localeCompare(a.validFrom));
        return [slot, { slot, label, walkInPlaces, newestFirst }];
      }),
  );
}

const allSlots = cacheUntilWritten(() => readSlots());

const byDay = cacheUntilWritten(() => new Map<string, SlotTimes[]>());
const MAX_CACHED_DAYS = 400;

/** The slots that the zoo offers on a day, in order of time. */
export function slotsOn(day: string): SlotTimes[] {
  const cached = byDay();
  let offered = cached.get(day);
  if (!offered) {
    if (cached.size >= MAX_CACHED_DAYS) cached.clear();
    offered = offeredOn(allSlots(), day);
    cached.set(day, offered);
  }
  return offered;
}

/** The same of slots that are about to be stored. */
export const offeredOn = (known: Map<Slot, SlotHistory>, day: string): SlotTimes[] =>
  [...known.values()]
    .flatMap(({ slot, label, walkInPlaces, newestFirst }) => {
      const valid = newestFirst.find(({ validFrom }) => validFrom <= day);
      if (!valid || valid.starts === null || valid.ends === null) return [];
      return { slot, label, starts: valid.starts, ends: valid.ends, walkInPlaces };
    })
    .sort((a, b) => a.starts - b.starts || a.ends - b.ends);

/** The times of a visit, also where its slot is not offered that day. */
export function slotOn(day: string, slot: Slot): SlotTimes {
  const offered = slotsOn(day).find((each) => each.slot === slot);
  if (offered) return offered;
  const known = allSlots().get(slot);
  const last = known?.newestFirst.find(({ starts }) => starts !== null);
  return {
    slot,
    label: known?.label ?? slot,
    starts: last?.starts ?? 0,
    ends: last?.ends ?? 24 * 60,
    walkInPlaces: known?.walkInPlaces ?? 0,
  };
}

export const isSlot = (id: string) => allSlots().has(id);

export const slotLabel = (slot: Slot) => allSlots().get(slot)?.label ?? slot;

export const slotText = (day: string, slot: Slot): SlotText => toSlotText(slotOn(day, slot));

/** `Evening, 3:00–6:00 PM` */
export const formatSlotOn = (day: string, slot: Slot) => formatSlot(slotText(day, slot));

/** Those of today and those that begin later, in order of time. */
export const offeredSlots = cacheUntilDay((today) => {
  const coming = [...allSlots().values()].flatMap(({ slot, newestFirst }) =>
    newestFirst
      .filter(({ validFrom }) => validFrom > today)
      .map((row) => slotsOn(row.validFrom).find((each) => each.slot === slot)),
  );
  const all = [...slotsOn(today), ...coming.filter((each) => each !== undefined)];
  const first = all.filter(
    ({ slot }, index) => all.findIndex((each) => each.slot === slot) === index,
  );
  return first.sort((a, b) => a.starts - b.starts || a.ends - b.ends);
});

export const offeredSlotIds = () => offeredSlots().map(({ slot }) => slot);

function cacheUntilDay<Value>(read: (today: string) => Value) {
  const cached = cacheUntilWritten(() => new Map<string, Value>());
  return () => {
    const today = toLocalDate();
    const value = cached().get(today) ?? read(today);
    cached().set(today, value);
    return value;
  };
}
