import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { getAppSetting } from "~/lib/app-settings.server";
import { hasSlotEnded, slotEnd, toLocalDate } from "~/lib/time-zone.server";
import { isHeldUntilSlotEnds, type PaymentMethod } from "./payment-methods";
import type { Visit } from "./slots";

/** Throws `invalid` for a day before today. */
export function assertDateNotPast(day: string, now: number) {
  if (day < toLocalDate(now)) throw invalidVisit("visitDate", "Choose today or a later day");
}

/** Throws `invalid` for a past day, and for a slot of today that has ended. */
export function assertVisitNotPast({ visitDate, visitSlot }: Visit, now: number) {
  assertDateNotPast(visitDate, now);
  if (hasSlotEnded(visitDate, visitSlot, now))
    throw invalidVisit("visitSlot", "This slot is over for today");
}

/** When an unpaid order expires (UTC instant): after the setting `hold_hours`, or a cash order when its slot ends. */
export function expiresAt(visit: Visit & { paymentMethod: PaymentMethod }, from: number) {
  if (isHeldUntilSlotEnds(visit.paymentMethod)) return slotEnd(visit.visitDate, visit.visitSlot);
  return from + getAppSetting("hold_hours") * HOUR_MS;
}

export const isRescheduled = (before: Visit, after: Visit) =>
  before.visitDate !== after.visitDate || before.visitSlot !== after.visitSlot;

/** True for a repeated request: the form was opened (`from`) for another slot than the present one. */
export const wasRescheduledBefore = (now: Visit, wanted: Visit, from: string | undefined) =>
  from !== undefined && !isRescheduled(now, wanted) && from !== `${now.visitDate} ${now.visitSlot}`;

type Held = Visit & { paymentMethod: PaymentMethod; expiresAt: number };

/** The expiry after a change: it moves with the slot of a cash order, and a new payment method starts a new hold. */
export function expiryAfterChange(before: Held, after: Held, now: number) {
  const isSameMethod = before.paymentMethod === after.paymentMethod;
  const stays =
    isSameMethod && (!isHeldUntilSlotEnds(after.paymentMethod) || !isRescheduled(before, after));
  return stays ? before.expiresAt : expiresAt(after, now);
}

/** The displayed deadline: not later than the slot's end. */
export const latestExpiry = (order: Visit & { expiresAt: number }) =>
  Math.min(order.expiresAt, slotEnd(order.visitDate, order.visitSlot));

const invalidVisit = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);
