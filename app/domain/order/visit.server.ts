import { DomainError } from "../errors";
import { siteSetting } from "../site-settings.server";
import { isOver, slotEnd, zooDay } from "../zoo-time.server";
import type { PaymentMethod, Slot } from "./order.rules";

type Visit = { visitDate: string; visitSlot: Slot };

const HOUR_MS = 3_600_000;

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

/** The deadline as shown: never later than the slot's end. */
export const heldAtMostUntil = (order: Visit & { heldUntil: number }) =>
  Math.min(order.heldUntil, slotEnd(order.visitDate, order.visitSlot));

const refused = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);
