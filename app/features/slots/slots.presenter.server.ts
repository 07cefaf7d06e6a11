import { authorize, type Staff } from "~/features/auth/permissions";
import { getAppSetting } from "~/lib/app-settings.server";
import { addDays, formatShortDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { formatNumber } from "~/lib/intl";
import { toLocalDate } from "~/lib/time-zone.server";
import { bookingsFrom, slotVersion } from "./change-slots.server";
import { formatHours, toTimeOfDay } from "./slot";
import { readSlots, type SlotHistory } from "./slots.server";

export function slotsView(staff: Staff, { edit, add }: FormValues) {
  authorize(staff, "zoo.update");
  const today = toLocalDate();
  const known = [...readSlots().values()];
  const edited = known.find(({ slot }) => slot === edit);
  return {
    slots: known.map((slot) => slotRow(slot, today)).sort((a, b) => a.order - b.order),
    walkInMinutes: getAppSetting("walk_in_minutes"),
    form: edited ? editForm(edited, today) : add ? newForm(today) : null,
  };
}

type Times = SlotHistory["newestFirst"][number];

function slotRow({ slot, label, walkInPlaces, newestFirst }: SlotHistory, today: string) {
  const now = newestFirst.find(({ validFrom }) => validFrom <= today);
  const coming = newestFirst.filter(({ validFrom }) => validFrom > today).reverse();
  const { bookings, people } = bookingsFrom(slot, today);
  return {
    id: slot,
    label,
    hours: hoursOf(now) ?? "Not offered",
    changes: coming.map(
      (row) => `${hoursOf(row) ?? "Not offered"} from ${formatShortDate(row.validFrom)}`,
    ),
    bookings: formatNumber(bookings),
    people: formatNumber(people),
    walkIns: formatNumber(walkInPlaces),
    isOffered: hoursOf(now) !== null,
    order: now?.starts ?? coming[0]?.starts ?? 24 * 60,
  };
}

const hoursOf = (times: Times | undefined) =>
  times && times.starts !== null && times.ends !== null
    ? formatHours(times.starts, times.ends)
    : null;

function editForm({ slot, label, walkInPlaces, newestFirst }: SlotHistory, today: string) {
  const { bookings, last } = bookingsFrom(slot, today);
  const times = newestFirst.find(({ starts }) => starts !== null);
  return {
    slot,
    title: `Edit ${label}`,
    version: slotVersion(slot),
    bookings,
    lastBooking: last && formatShortDate(last),
    today,
    isOffered: newestFirst[0]?.starts != null,
    values: {
      label,
      starts: toTimeOfDay(times?.starts ?? 0),
      ends: toTimeOfDay(times?.ends ?? 0),
      validFrom: last ? addDays(last, 1) : today,
      walkInPlaces: String(walkInPlaces),
    },
  };
}

const newForm = (today: string) => ({
  slot: null,
  title: "New slot",
  version: "",
  bookings: 0,
  lastBooking: null,
  today,
  isOffered: false,
  values: { label: "", starts: "", ends: "", validFrom: today, walkInPlaces: "0" },
});
