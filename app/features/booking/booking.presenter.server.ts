import type { AppLoadContext } from "@remix-run/node";
import { env, isMailConfigured } from "~/env.server";
import { getAppSetting } from "~/lib/app-settings.server";
import type { FormValues } from "~/lib/form-values";
import { getFormToken } from "~/lib/http/form-token.server";
import { readQuery } from "~/lib/http/read-body.server";
import { clampedCounts, countPeople } from "~/features/orders/ticket-counts";
import { toLocalDate } from "~/lib/time-zone.server";
import { bookableDay, firstOpenSlot } from "./bookable-slots.server";
import { draftFromUrl } from "./booking-draft";

/** The booking form, prefilled from the query. */
export function bookingView(request: Request, context: AppLoadContext) {
  const values = draftFromUrl(readQuery(request), toLocalDate());
  const paying = {
    upiAtOnce: env.UPI_VPA !== undefined,
    holdHours: getAppSetting("hold_hours"),
    /** 0: nothing to confirm. */
    confirmHours: isMailConfigured() ? getAppSetting("cash_hold_hours") : 0,
  };
  return { ...withDay({ values }), key: getFormToken(context), paying, byMail: isMailConfigured() };
}

/** Adds the slots of the form's day; a slot that cannot be booked is deselected. */
export function withDay<Result extends { values: FormValues }>(result: Result) {
  const people = Math.max(1, countPeople(clampedCounts(result.values)));
  const day = bookableDay(result.values.date ?? "", people);
  const slot = firstOpenSlot(day.slots, result.values.slot);
  return { ...result, ...day, values: { ...result.values, slot } };
}
