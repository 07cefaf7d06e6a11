import { can, type Staff } from "~/features/auth/permissions";
import { placesBeforeClosing } from "./capacity-before-closure.server";
import { capacityIn, stateOfSlot, type Places } from "./capacity.rules";
import { capacityFor, exceptionsOf, weekOf } from "./capacity.server";
import { ruleNow } from "./change-capacity.server";
import { bookingsOn } from "~/features/closures/close-day.server";
import { lastClosureOf, listClosures } from "~/features/closures/closures.server";
import { capacityOn } from "./slot-occupancy.server";
import {
  addDays,
  addMonths,
  daysOfMonth,
  dayInShort,
  dayInWords,
  isDay,
  isMonth,
  monthInWords,
  weekdayInWords,
} from "~/lib/dates";
import type { Fields } from "~/lib/form-values";
import { bySlot, SLOT_HOURS, SLOTS } from "~/features/orders/order.rules";
import { siteSetting } from "~/lib/app-settings.server";
import { isOver, zooDay } from "~/lib/time-zone.server";

/**
 * Everything that the capacity screen shows: a month, a day of it that is opened, and the standing rules. A day
 * is opened to change it, so only for roles that may.
 */
export function capacityView(staff: Staff, asked: Fields) {
  const today = zooDay();
  const mayChange = can(staff.role, "capacity.update");
  const { day: askedDay = "", month: askedMonth = "" } = asked;
  const day = isDay(askedDay) && askedDay >= today ? askedDay : null;
  const month = isMonth(askedMonth) ? askedMonth : (day ?? today).slice(0, 7);
  const whole = daysOfMonth(month);
  const days = isMonth(askedMonth) ? whole : whole.filter((each) => each >= today);
  return {
    mayChange,
    month: monthView(month, today),
    hasMore: days.length < whole.length,
    days: capacityOn(staff, days).map((each) => dayView(each, today)),
    day: day && mayChange ? openedDay(staff, day) : null,
    closing: day && mayChange && asked.close === "1" ? closingView(staff, day) : null,
    usual: {
      places: String(siteSetting("default_capacity")),
      holdHours: String(siteSetting("hold_hours")),
    },
    seen: { usual: ruleNow({ what: "usual" }), week: ruleNow({ what: "week" }) },
    week: weekOf(staff).map((places, at) => ({ weekday: weekdayName(at), places })),
    closures: listClosures(staff).map(closureRow),
  };
}

const monthView = (month: string, today: string) => ({
  id: month,
  name: monthInWords(month),
  before: addMonths(month, -1),
  after: addMonths(month, 1),
  isThis: today.startsWith(month),
});

/** 4 August 2024 was a Sunday. */
export const weekdayName = (weekday: number) => weekdayInWords(addDays("2024-08-04", weekday));

type Day = ReturnType<typeof capacityOn>[number];

const dayView = ({ day, isException, slots }: Day, today: string) => ({
  day,
  label: `${weekdayInWords(day).slice(0, 3)} ${dayInShort(day).slice(0, 6)}`,
  full: dayInWords(day),
  isToday: day === today,
  isPast: day < today,
  isException,
  note: isException ? exceptionsOf(day).note : "",
  slots: slots.map((state) => ({
    ...state,
    title: SLOT_HOURS[state.slot].label,
    word: WORDS[stateOfSlot(state)],
  })),
});

const WORDS = { over: "Over", closed: "Closed", full: "Full", few: "Few left", open: "Open" };

/** The address of a day in the calendar. */
export function capacityPathOf(day: string) {
  const month = day.slice(0, 7);
  const query = zooDay().startsWith(month) ? "" : `?month=${month}`;
  return `/admin/dashboard/capacity${query}#d${day}`;
}

const asTexts = (places: Places) => bySlot((slot) => String(places[slot] ?? ""));

function openedDay(staff: Staff, day: string) {
  const { note, ...places } = exceptionsOf(day);
  return {
    day,
    full: dayInWords(day),
    back: capacityPathOf(day),
    seen: ruleNow({ what: "day", day }),
    prefill: { ...asTexts(places), note },
    closed: closedView(staff, day),
  };
}

/**
 * What there is to do about a day whose slots are all closed by hand; null when they are not, or when the week keeps
 * them closed anyway.
 */
function closedView(staff: Staff, day: string) {
  const own = exceptionsOf(day);
  const week = { ...capacityFor(day, day), dated: new Map<string, number>() };
  const ahead = SLOTS.filter((slot) => !isOver(day, slot));
  const isClosed = ahead.every((slot) => own[slot] === 0);
  if (!isClosed || !ahead.some((slot) => capacityIn(week, day, slot) > 0)) return null;
  return {
    closure: lastClosureOf(day)?.id ?? null,
    bookings: bookingsOn(staff, day, ahead).length,
    opensWith: asTexts(placesBeforeClosing(day)),
  };
}

/** Shown by name up to here; the rest is counted. */
const NAMED = 100;

function closingView(staff: Staff, day: string) {
  const open = SLOTS.filter((slot) => !isOver(day, slot));
  const bookings = bookingsOn(staff, day, open);
  return {
    slots: open.map((slot) => {
      const there = bookings.filter((booking) => booking.slot === slot);
      const people = there.reduce((sum, booking) => sum + booking.people, 0);
      return { slot, title: SLOT_HOURS[slot].label, bookings: there.length, people };
    }),
    bookings: bookings.slice(0, NAMED).map(({ id, name, people, slot, status }) => ({
      id,
      name,
      people,
      slot: SLOT_HOURS[slot].label,
      status,
    })),
    more: Math.max(0, bookings.length - NAMED),
  };
}

const closureRow = ({ visitDate, ...closure }: ReturnType<typeof listClosures>[number]) => ({
  ...closure,
  day: dayInShort(visitDate),
});
