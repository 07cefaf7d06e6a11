import { addDays, formatLongDate, HOUR_MS } from "~/lib/dates";
import { isMailConfigured } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { getAppSetting } from "~/lib/app-settings.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { isHeldUntilSlotEnds, type PaymentMethod } from "./payment-methods";
import type { OrderStatus } from "./order-status";
import { hasSlotEnded, slotEnd } from "~/features/slots/slot-times.server";
import type { Visit } from "~/features/slots/slot";

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

/** The last day that visitors can book. */
export const lastBookableDay = (now = Date.now()) =>
  addDays(toLocalDate(now), getAppSetting("booking_days"));

/** Throws `invalid` for a day after the last one that visitors can book. */
export function assertWithinBookingWindow(day: string, now: number) {
  const last = lastBookableDay(now);
  if (day > last)
    throw invalidVisit(
      "visitDate",
      `Choose a day until ${formatLongDate(last)}: later days are not open yet`,
    );
}

type Unpaid = Visit & { paymentMethod: PaymentMethod; confirmed: boolean };

/**
 * When an unpaid order expires (UTC instant): after the setting `hold_hours`, or a cash order when its slot ends, once
 * its visitor has confirmed it from the mail.
 */
export function expiresAt(order: Unpaid, from: number) {
  if (!isHeldUntilSlotEnds(order.paymentMethod))
    return from + getAppSetting("hold_hours") * HOUR_MS;
  if (order.confirmed) return slotEnd(order.visitDate, order.visitSlot);
  return from + getAppSetting("cash_hold_hours") * HOUR_MS;
}

/** Whether a new order need not be confirmed from the mail: staff know the visitor, or there is no mail. */
export const isConfirmedAtOnce = (isStaff: boolean) => isStaff || !isMailConfigured();

/** Whether its places are held longer once the visitor confirms it. */
export const canConfirm = (order: Unpaid & { status: OrderStatus }) =>
  order.status === "pending" && !order.confirmed && isHeldUntilSlotEnds(order.paymentMethod);

export const isRescheduled = (before: Visit, after: Visit) =>
  before.visitDate !== after.visitDate || before.visitSlot !== after.visitSlot;

/** True for a repeated request: the form was opened (`from`) for another slot than the present one. */
export const wasRescheduledBefore = (now: Visit, wanted: Visit, from: string | undefined) =>
  from !== undefined && !isRescheduled(now, wanted) && from !== `${now.visitDate} ${now.visitSlot}`;

type Held = Unpaid & { expiresAt: number };

/**
 * The expiry after a change: it moves with the slot of a confirmed cash order, and a new payment method starts a new
 * hold.
 */
export function expiryAfterChange(before: Held, after: Held, now: number) {
  const isSameMethod = before.paymentMethod === after.paymentMethod;
  const movesWithSlot = isHeldUntilSlotEnds(after.paymentMethod) && after.confirmed;
  const stays = isSameMethod && !(movesWithSlot && isRescheduled(before, after));
  return stays ? before.expiresAt : expiresAt(after, now);
}

/** The displayed deadline: not later than the slot's end. */
export const latestExpiry = (order: Visit & { expiresAt: number }) =>
  Math.min(order.expiresAt, slotEnd(order.visitDate, order.visitSlot));

const invalidVisit = (path: string, message: string) =>
  new DomainError("invalid", message, [{ path, message }]);
