import { count, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orders, promoCodes } from "db/schema";
import type { Visit } from "~/features/slots/slot";
import { cacheUntilWritten } from "db/cache-until-written.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { compactCode } from "~/lib/text/clean-text";
import { toLocalDate } from "~/lib/time-zone.server";
import type { FormValues } from "~/lib/form-values";
import {
  clampedCounts,
  fitsDays,
  fitsWeekday,
  priceOf,
  type Line,
  type PromoTerms,
} from "./tariff";
import { publicTariff } from "./tariff.server";

export type PromoCode = typeof promoCodes.$inferSelect;

export const INVALID_PROMO = "Promo code is not valid";

const known = cacheUntilWritten(
  () =>
    new Map(
      db
        .select()
        .from(promoCodes)
        .all()
        .map((row) => [row.code, row]),
    ),
);

/** The terms of a code, also of one that is over: an order that has it keeps it. */
export const findPromo = (typed: string | null | undefined) =>
  typed ? known().get(compactCode(typed)) : undefined;

type Booking = { visit: Visit; lines: Line[]; email?: string };

/**
 * Why a code cannot be used now; undefined when it can. What is not known yet (a day, an e-mail address) is not held
 * against it. Uses are not counted.
 */
function promoProblem(promo: PromoCode, { visit, lines }: Booking) {
  if (!promo.active) return "It is no longer valid";
  const today = toLocalDate();
  const { saleFrom, saleTo, visitFrom, visitTo } = promo;
  if (saleTo && today > saleTo) return `It ended on ${formatShortDate(saleTo)}`;
  if (saleFrom && today < saleFrom) return `It begins on ${formatShortDate(saleFrom)}`;
  const day = visit.visitDate;
  if (day && !fitsDays(visitFrom, visitTo, day))
    return `It is for visits ${formatDays(visitFrom, visitTo)}`;
  if (day && !fitsWeekday(promo.weekdays, day)) return "It is not for this day of the week";
  const total = lines.reduce((sum, each) => sum + each.quantity * each.unitPricePaise, 0);
  if (lines.length > 0 && total < promo.leastPaise)
    return `It needs tickets for at least ${formatRupees(promo.leastPaise)}`;
  const fits = ({ ticketType }: Line) => promo.ticketTypes.includes(ticketType);
  if (lines.length > 0 && promo.ticketTypes.length > 0 && !lines.some(fits))
    return "It is for other tickets";
  return undefined;
}

const formatDays = (first: string, last: string) =>
  [first && `from ${formatShortDate(first)}`, last && `until ${formatShortDate(last)}`]
    .filter(Boolean)
    .join(" ");

/** In the words of the partial index, whose terms cannot be bound. */
const isUse = sql`${orders.promoCode} = ${sql.placeholder("code")} AND ${orders.promoCode} <> '' AND ${orders.status} IN ('pending', 'paid')`;

const usesOf = prepared(() => db.select({ uses: count() }).from(orders).where(isUse).prepare());

const usesByEmail = prepared(() =>
  db
    .select({ uses: count() })
    .from(orders)
    .where(sql`${isUse} AND ${orders.contactEmail} = ${sql.placeholder("email")} COLLATE NOCASE`)
    .prepare(),
);

/** How many pending and paid orders have a code. */
export const countUses = (code: string) => usesOf().get({ code })?.uses ?? 0;

/** The terms of a typed code for a booking, within its transaction; null without a code. Throws `invalid`. */
export function redeemPromo(
  _: Tx,
  typed: string,
  { email = "", ...booking }: Booking,
): PromoTerms | null {
  if (!typed) return null;
  const promo = findPromo(typed);
  if (!promo) throw promoError();
  const problem = promoProblem(promo, booking);
  if (problem) throw promoError(problem);
  if (promo.uses !== null && countUses(promo.code) >= promo.uses)
    throw promoError("It has been used up");
  const { code, usesPerEmail } = promo;
  if (
    usesPerEmail !== null &&
    email !== "" &&
    (usesByEmail().get({ code, email })?.uses ?? 0) >= usesPerEmail
  )
    throw promoError("It has been used with this email address");
  return promo;
}

/** What a code that is typed into the booking form does there: its terms, or why it does nothing. */
export function findPromoFor(
  form: FormValues,
  offered = publicTariff(),
): { promo: PromoTerms | null; problem?: string } {
  const typed = form.promoCode?.trim();
  if (!typed) return { promo: null };
  const promo = findPromo(typed);
  if (!promo) return { promo: null, problem: "" };
  const visit = { visitDate: form.date ?? "", visitSlot: form.slot ?? "" };
  const { lines } = priceOf(offered, clampedCounts(form, offered), visit);
  const problem = promoProblem(promo, { visit, lines });
  return problem ? { promo: null, problem } : { promo: termsOf(promo) };
}

const termsOf = ({ code, percent, amountPaise, ticketTypes }: PromoCode): PromoTerms => ({
  code,
  percent,
  amountPaise,
  ticketTypes,
});

/** The screen adds why. */
const promoError = (why = "") =>
  new DomainError("invalid", INVALID_PROMO, [
    { path: "promoCode", message: INVALID_PROMO },
    ...(why ? [{ path: "promoCode", message: why }] : []),
  ]);
