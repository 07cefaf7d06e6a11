import type { AppLoadContext } from "@remix-run/node";
import { env, isMailConfigured } from "~/env.server";
import { getAppSetting } from "~/lib/app-settings.server";
import type { FormValues } from "~/lib/form-values";
import { getFormToken } from "~/lib/http/form-token.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { bookableDay, firstOpenSlot } from "./bookable-slots.server";
import { draftFromUrl } from "./booking-draft";
import { activeProvider } from "~/features/payments/payment-providers.server";
import { offeredSlotIds } from "~/features/slots/slots.server";
import { findPromoFor } from "~/features/tariff/promo-codes.server";
import { clampedCounts, countPeople } from "~/features/tariff/tariff";
import { publicTariff } from "~/features/tariff/tariff.server";
import { areBookingsOpen } from "~/features/hours/hours.server";

/** The booking form, prefilled from the query. */
export function bookingView(request: Request, context: AppLoadContext) {
  const offered = { tariff: publicTariff(), slots: offeredSlotIds() };
  const values = draftFromUrl(readQuery(request), toLocalDate(), offered);
  const paying = {
    upiAtOnce: env.UPI_VPA !== undefined,
    online: activeProvider() !== undefined,
    holdHours: getAppSetting("hold_hours"),
    /** 0: nothing to confirm. */
    confirmHours: isMailConfigured() ? getAppSetting("cash_hold_hours") : 0,
  };
  return {
    ...withDay({ values }),
    tariff: publicTariff(),
    areBookingsOpen: areBookingsOpen(),
    key: getFormToken(context),
    paying,
    byMail: isMailConfigured(),
  };
}

/** Adds the terms of its promo code and the slots of the form's day; a slot that cannot be booked is deselected. */
export function withDay<Result extends { values: FormValues }>(result: Result) {
  const tariff = publicTariff();
  const people = Math.max(1, countPeople(tariff, clampedCounts(result.values, tariff)));
  const day = bookableDay(result.values.date ?? "", people);
  const slot = firstOpenSlot(day.slots, result.values.slot);
  const { promo } = findPromoFor(result.values);
  return { ...result, ...day, promo, values: { ...result.values, slot } };
}
