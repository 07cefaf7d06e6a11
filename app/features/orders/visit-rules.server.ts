import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { siteSetting } from "~/lib/app-settings.server";
import { isOver, slotEnd, zooDay } from "~/lib/time-zone.server";
import type { PaymentMethod, Visit } from "./order.rules";

/** Throws `invalid` for a day before today. */
export function refusePastDay(day: string, now: number) {
  if (day < zooDay(now)) throw refused("visitDate", "Choose today or a later day");
}

/** Throws `invalid` for a day before today, and for a slot of today that has ended. */
export function refusePastVisit({ visitDate, visitSlot }: Visit, now: number) {
  refusePastDay(visitDate, now);
  if (isOver(visitDate, visitSlot, now)) throw refused("visitSlot", "This slot is over for today");
}

/** An unpaid UPI or card order keeps its places for some hours, a cash order until its slot ends. */
export function heldUntil(visit: Visit & { paymentMethod: PaymentMethod }, from: number) {
  if (visit.paymentMethod === "cash") return slotEnd(visit.visitDate, visit.visitSlot);
  return from + siteSetting("hold_hours") * HOUR_MS;
}

export const isMoved = (before: Visit, after: Visit) =>
  before.visitDate !== after.visitDate || before.visitSlot !== after.visitSlot;

/**
 * The form that asks for the move showed another slot (`from`), so the visit came here since, as by a first press:
 * nothing is left to do.
 */
export const isMovedAlready = (now: Visit, wanted: Visit, from: string | undefined) =>
  from !== undefined && !isMoved(now, wanted) && from !== `${now.visitDate} ${now.visitSlot}`;

type Held = Visit & { paymentMethod: PaymentMethod; heldUntil: number };

/**
 * Until when an order keeps its places after a change: a cash order's hold moves with its slot, and an order that is
 * now to be paid by UPI or card gets a new one.
 */
export function holdAfter(before: Held, after: Held, now: number) {
  const isSameMethod = before.paymentMethod === after.paymentMethod;
  const stays = isSameMethod && (after.paymentMethod !== "cash" || !isMoved(before, after));
  return stays ? before.heldUntil : heldUntil(after, now);
}

/** The deadline as shown: never later than the slot's end. */
export const heldAtMostUntil = (order: Visit & { heldUntil: number }) =>
  Math.min(order.heldUntil, slotEnd(order.visitDate, order.visitSlot));

const refused = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);
