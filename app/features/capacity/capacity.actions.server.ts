import { can, type Staff } from "~/features/auth/permissions";
import { WEEKDAYS, type CapacityChange } from "./capacity.rules";
import {
  ChangeDay,
  ChangeDefault,
  ChangeUnpaid,
  ChangeWeek,
  CloseDay,
  ReopenDay,
} from "./capacity.schema";
import {
  findAffectedBookings,
  changeCapacity,
  countAffected,
  type AffectedSlot,
} from "./change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { reopenDay } from "~/features/closures/reopen-day.server";
import { formatShortDate, weekdayName } from "~/lib/dates";
import { DomainError, type FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { parseInput } from "~/lib/parse-input";
import { redirectWithToast } from "~/lib/http/toast.server";
import { capacityPathOf, closingPathOf } from "./capacity.presenter.server";
import { bySlot } from "~/features/slots/slot";
import { isSlot, offeredSlots, slotLabel, slotsOn } from "~/features/slots/slots.server";
import { slotStart } from "~/features/slots/slot-times.server";

const SCREEN = "/admin/dashboard/capacity";

export async function handleCapacityAction(staff: Staff, form: FormValues) {
  if (form.intent === "close") {
    const id = closeDay(staff, parseInput(CloseDay, { ...form, slots: slotsFrom(form) }));
    return redirectWithToast(`${SCREEN}/closures/${id}#main`, "Day closed");
  }
  if (form.intent === "reopen") {
    const reopening = parseInput(ReopenDay, { ...form, slots: slotsFrom(form) });
    reopenDay(staff, reopening, form.seen);
    return redirectWithToast(capacityPathOf(reopening.day), "Opened again");
  }
  const change = changeFrom(form);
  changeCapacity(staff, change, {
    hit: Number(form.knownHit ?? 0) || 0,
    expectedVersion: form.seen,
  });
  const back = change.what === "day" ? capacityPathOf(change.day) : `${SCREEN}#main`;
  return redirectWithToast(back, "Capacity saved");
}

/** The slots whose boxes are ticked. */
const slotsFrom = (form: FormValues) =>
  slotsOn(form.day ?? "")
    .map(({ slot }) => slot)
    .filter((slot) => form[slot] === "on");

const NO_HITS = { hits: [], knownHit: 0 };

export function hitsOf(staff: Staff, form: FormValues) {
  if (form.intent === "close" || form.intent === "reopen") return NO_HITS;
  try {
    const hits = inOrderOfTime(findAffectedBookings(staff, changeFrom(form)));
    return {
      hits: hits.map((hit) => toAffectedSlot(hit, can(staff, "orders.read"))),
      knownHit: countAffected(hits),
    };
  } catch (error) {
    if (error instanceof DomainError) return NO_HITS;
    throw error;
  }
}

const inOrderOfTime = (hits: AffectedSlot[]): AffectedSlot[] => {
  const time = ({ visitDate, visitSlot }: AffectedSlot) => slotStart(visitDate, visitSlot);
  return [...hits].sort((a, b) => time(a) - time(b));
};

const toAffectedSlot = (
  { visitDate, visitSlot, ...hit }: AffectedSlot,
  mayReadOrders: boolean,
) => ({
  ...hit,
  orders: mayReadOrders ? hit.orders : hit.orders.map((order) => ({ ...order, name: "" })),
  closing: hit.capacity === 0 ? closingPathOf(visitDate) : null,
  when: `${formatShortDate(visitDate)}, ${slotLabel(visitSlot).toLowerCase()}`,
});

function changeFrom(form: FormValues): CapacityChange {
  if (form.intent === "usual") return parseInput(ChangeDefault, form);
  if (form.intent === "unpaid") return parseInput(ChangeUnpaid, form);
  if (form.intent === "week") {
    const week = WEEKDAYS.map((weekday) =>
      bySlot(offeredSlots(), (slot) => form[`${slot}-${weekday}`] ?? ""),
    );
    return namingSlots(() => parseInput(ChangeWeek, { week }));
  }
  const { day = "", note, publicReason } = form;
  const places = bySlot(slotsOn(day), (slot) => form[slot] ?? "");
  return namingSlots(() => parseInput(ChangeDay, { day, places, note, publicReason }));
}

function namingSlots<Change>(read: () => Change): Change {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const named = error.issues.map(({ path, message }) => ({
      path: path.replace(/^week\.(\d)\.(.+)$/, "$2-$1"),
      message: [slotNamed(path), message].filter(Boolean).join(": "),
    }));
    const isSunday = ({ path }: FieldIssue) => Number(path.endsWith("-0"));
    named.sort((a, b) => isSunday(a) - isSunday(b));
    throw new DomainError(error.code, error.message, named);
  }
}

/** `week.1.morning` → "Monday morning", `places.morning` → "Morning", others → "". */
function slotNamed(path: string) {
  const [group, ...rest] = path.split(".");
  const slot = rest.at(-1);
  if (!slot || !isSlot(slot)) return "";
  const label = slotLabel(slot);
  return group === "week" ? `${weekdayName(Number(rest[0]))} ${label.toLowerCase()}` : label;
}
