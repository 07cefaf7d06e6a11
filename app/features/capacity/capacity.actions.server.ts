import type { Staff } from "~/features/auth/permissions";
import { WEEKDAYS, type CapacityChange } from "./capacity.rules";
import { ChangeDay, ChangeUsual, ChangeWeek, CloseDay } from "./capacity.schema";
import { bookingsHit, changeCapacity, countHit, type Hit } from "./change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { dayInShort } from "~/lib/dates";
import { DomainError, type Complaint } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { bySlot, SLOT_HOURS, SLOTS } from "~/features/orders/order.rules";
import { parse } from "~/lib/parse-input";
import { redirectWithToast } from "~/lib/http/toast.server";
import { capacityPathOf, weekdayName } from "./capacity.presenter.server";

const SCREEN = "/admin/dashboard/capacity";

/** Handles a form of the capacity screen, and redirects to where its result shows. */
export async function actOnCapacity(staff: Staff, form: Fields) {
  if (form.intent === "close") {
    const { day = "", way, note } = form;
    const slots = SLOTS.filter((slot) => form[slot] === "on");
    const id = closeDay(staff, parse(CloseDay, { day, slots, way, note }));
    return redirectWithToast(`${SCREEN}/closures/${id}#main`, "Day closed");
  }
  const change = changeFrom(form);
  changeCapacity(staff, change, { hit: Number(form.knownHit ?? 0) || 0, seen: form.seen });
  const back = change.what === "day" ? capacityPathOf(change.day) : `${SCREEN}#main`;
  return redirectWithToast(back, "Capacity saved");
}

/** The bookings that the posted change would affect, for the form to show; none when it cannot be read. */
export function hitsOf(staff: Staff, form: Fields) {
  if (form.intent === "close") return { hits: [], knownHit: 0 };
  try {
    const hits = inOrderOfTime(bookingsHit(staff, changeFrom(form)));
    return { hits: hits.map(hitView), knownHit: countHit(hits) };
  } catch (error) {
    if (error instanceof DomainError) return { hits: [], knownHit: 0 };
    throw error;
  }
}

const inOrderOfTime = (hits: Hit[]): Hit[] => {
  const time = ({ visitDate, visitSlot }: Hit) => visitDate + SLOTS.indexOf(visitSlot);
  return [...hits].sort((a, b) => time(a).localeCompare(time(b)));
};

const hitView = ({ visitDate, visitSlot, ...hit }: Hit) => ({
  ...hit,
  when: `${dayInShort(visitDate)}, ${SLOT_HOURS[visitSlot].label.toLowerCase()}`,
});

function changeFrom(form: Fields): CapacityChange {
  if (form.intent === "usual") return parse(ChangeUsual, form);
  if (form.intent === "week") {
    const week = WEEKDAYS.map((weekday) => bySlot((slot) => form[`${slot}-${weekday}`] ?? ""));
    return namingSlots(() => parse(ChangeWeek, { week }));
  }
  const places = bySlot((slot) => form[slot] ?? "");
  return namingSlots(() =>
    parse(ChangeDay, { day: form.day ?? "", places, note: form.note ?? "" }),
  );
}

/**
 * Many fields of these forms can be wrong in the same way, so each complaint says which one it is about. They come in
 * the order of the fields, where the week ends on Sunday.
 */
function namingSlots<Change>(read: () => Change): Change {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const named = error.complaints.map(({ path, message }) => ({
      path,
      message: [slotNamed(path), message].filter(Boolean).join(": "),
    }));
    const isSunday = ({ path }: Complaint) => Number(path.startsWith("week.0."));
    named.sort((a, b) => isSunday(a) - isSunday(b));
    throw new DomainError(error.code, error.message, named);
  }
}

/** `week.1.morning` is "Monday morning", `places.morning` is "Morning", and no other field is of a slot. */
function slotNamed(path: string) {
  const [group, ...rest] = path.split(".");
  const slot = SLOTS.find((each) => each === rest.at(-1));
  if (!slot) return "";
  return group === "week" ? `${weekdayName(Number(rest[0]))} ${slot}` : SLOT_HOURS[slot].label;
}
