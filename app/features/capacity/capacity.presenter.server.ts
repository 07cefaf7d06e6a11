import { can, type Staff } from "~/features/auth/permissions";
import { capacityBeforeClosure } from "./capacity-before-closure.server";
import { byUnpaidRule, effectiveCapacity, slotStatus, type Places } from "./capacity.rules";
import { capacityFor, dateOverrides, isClosed, weekdayRules } from "./capacity.server";
import { currentRuleVersion, unpaidRules } from "./change-capacity.server";
import { bookingsOnDate } from "~/features/closures/close-day.server";
import { mayClose } from "~/features/closures/closing-right.server";
import { latestClosure, listClosures } from "~/features/closures/closures.server";
import { occupancyByDate } from "./slot-occupancy.server";
import {
  addMonths,
  datesOfMonth,
  formatShortDate,
  formatLongDate,
  isIsoDate,
  isMonth,
  formatMonth,
  formatWeekday,
  weekdayName,
} from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { formatPart } from "~/lib/intl";
import { getAppSetting } from "~/lib/app-settings.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { toSlotText, type Slot } from "~/features/slots/slot";
import { offeredSlots, slotLabel, slotsOn } from "~/features/slots/slots.server";

export function capacityView(staff: Staff, query: FormValues) {
  const today = toLocalDate();
  const mayChange = can(staff, "capacity.update");
  const mayCloseDays = mayClose(staff);
  const { day: requestedDay = "", month: requestedMonth = "" } = query;
  const day = isIsoDate(requestedDay) && requestedDay >= today ? requestedDay : null;
  const month = isMonth(requestedMonth) ? requestedMonth : (day ?? today).slice(0, 7);
  const allDays = datesOfMonth(month);
  const days = isMonth(requestedMonth) ? allDays : allDays.filter((each) => each >= today);
  const unpaid = unpaidRules();
  return {
    mayChange,
    mayClose: mayCloseDays,
    slots: slotsOfDays(days),
    month: monthView(month, today),
    hasMore: days.length < allDays.length,
    days: occupancyByDate(staff, days).map((each) => dayView(each, today)),
    day: day && mayCloseDays ? openedDay(staff, day) : null,
    closing: day && mayCloseDays && query.close === "1" ? closingView(staff, day) : null,
    usual: {
      places: String(getAppSetting("default_capacity")),
      holdHours: String(getAppSetting("hold_hours")),
    },
    unpaid: byUnpaidRule((name) => String(unpaid[name])),
    versions: {
      unpaid: currentRuleVersion({ what: "unpaid" }),
      usual: currentRuleVersion({ what: "usual" }),
      week: currentRuleVersion({ what: "week" }),
    },
    weekSlots: offeredSlots().map(toSlotText),
    week: weekdayRules(staff).map((places, weekday) => ({ weekday: weekdayName(weekday), places })),
    closures: listClosures(staff).map(closureRow),
  };
}

/** All that are offered on one of the days, or that the week's numbers are for. */
function slotsOfDays(days: string[]) {
  const all = [...days.flatMap(slotsOn), ...offeredSlots()].map(toSlotText);
  return all.filter(({ slot }, index) => all.findIndex((each) => each.slot === slot) === index);
}

const monthView = (month: string, today: string) => ({
  id: month,
  name: formatMonth(month),
  before: addMonths(month, -1),
  after: addMonths(month, 1),
  isThis: today.startsWith(month),
});

type Day = ReturnType<typeof occupancyByDate>[number];

const NO_TEXTS = { note: "", publicReason: "" };

const dayView = ({ day, isException, slots }: Day, today: string) => ({
  day,
  label: `${formatWeekday(day).slice(0, 3)} ${formatShortDate(day).slice(0, 6)}`,
  full: formatLongDate(day),
  isToday: day === today,
  isPast: day < today,
  isException,
  ...(isException ? textsOf(day) : NO_TEXTS),
  slots: slots.map((state) => ({
    ...state,
    title: slotLabel(state.slot),
    statusLabel: STATUS_LABELS[slotStatus(state)],
  })),
});

function textsOf(day: string) {
  const { note, publicReason } = dateOverrides(day);
  return { note, publicReason };
}

const STATUS_LABELS = {
  over: "Over",
  closed: "Closed",
  full: "Full",
  few: "Few left",
  open: "Open",
};

export function capacityPathOf(day: string) {
  const month = day.slice(0, 7);
  const query = toLocalDate().startsWith(month) ? "" : `?month=${month}`;
  return `/admin/dashboard/capacity${query}#d${day}`;
}

/** The form that closes a day and tells its visitors. */
export const closingPathOf = (day: string) => `/admin/dashboard/capacity?day=${day}&close=1#day`;

const asTexts = (places: Places) =>
  Object.fromEntries(Object.entries(places).map(([slot, own]) => [slot, String(own ?? "")]));

function openedDay(staff: Staff, day: string) {
  const { places, ...texts } = dateOverrides(day);
  return {
    day,
    slots: slotsOn(day).map(toSlotText),
    full: formatLongDate(day),
    back: capacityPathOf(day),
    version: currentRuleVersion({ what: "day", day }),
    prefill: { ...asTexts(places), ...texts },
    closed: closedView(staff, day),
  };
}

/** The closed slots of a day that opening again gives places; null where there are none. */
function closedView(staff: Staff, day: string) {
  const own = dateOverrides(day).places;
  const earlier = capacityBeforeClosure(day);
  const week = { ...capacityFor(day, day), dated: new Map<string, number>() };
  const ahead = slotsAhead(day);
  const opensWith = (slot: Slot) => earlier[slot] ?? effectiveCapacity(week, day, slot);
  const closed = ahead.filter((slot) => own[slot] === 0 && opensWith(slot) > 0);
  if (closed.length === 0) return null;
  return {
    isAllDay: ahead.every((slot) => isClosed(day, slot)),
    closure: latestClosure(day)?.id ?? null,
    bookings: bookingsOnDate(staff, day, closed).length,
    slots: closed.map((slot) => ({ slot, label: slotLabel(slot), places: earlier[slot] ?? null })),
  };
}

const slotsAhead = (day: string) =>
  slotsOn(day)
    .map(({ slot }) => slot)
    .filter((slot) => !hasSlotEnded(day, slot));

const NAMED = 100;

function closingView(staff: Staff, day: string) {
  const open = slotsAhead(day);
  const bookings = bookingsOnDate(staff, day, open);
  const named = can(staff, "orders.read") ? bookings : [];
  return {
    slots: open.map((slot) => {
      const there = bookings.filter((booking) => booking.slot === slot);
      const people = there.reduce((sum, booking) => sum + booking.people, 0);
      return { slot, title: slotLabel(slot), bookings: there.length, people };
    }),
    bookings: named.slice(0, NAMED).map(({ id, name, people, of, slot, status }) => ({
      id,
      name,
      people: formatPart(people, of),
      slot: slotLabel(slot),
      status,
    })),
    more: Math.max(0, named.length - NAMED),
  };
}

const closureRow = ({ visitDate, ...closure }: ReturnType<typeof listClosures>[number]) => ({
  ...closure,
  day: formatShortDate(visitDate),
});
