import { and, between, eq, isNotNull } from "drizzle-orm";
import { db } from "db/connection.server";
import { payments, refunds } from "db/schema";
import { toLocalDate } from "~/lib/time-zone.server";
import type { ProviderEvent, ProviderName } from "./provider";

/** What came in less what went out on a zoo-local day by a method, in paise. */
export type DayLine = { day: string; method: string; here: number; there: number; fees: number };

type Period = { from: number; to: number };

/** Sums by day and method, here and at the provider, so that what differs can be found. */
export function dayLines(provider: ProviderName, events: ProviderEvent[], period: Period) {
  const lines = new Map<string, DayLine>();
  const add = (at: number, method: string, sums: Partial<DayLine>) => {
    const day = toLocalDate(at);
    const line = lines.get(`${day} ${method}`) ?? { day, method, here: 0, there: 0, fees: 0 };
    line.here += sums.here ?? 0;
    line.there += sums.there ?? 0;
    line.fees += sums.fees ?? 0;
    lines.set(`${day} ${method}`, line);
  };
  const came = new Map(paymentsHere(provider, period).map((row) => [row.providerPaymentId, row]));
  const went = new Map(refundsHere(provider, period).map((row) => [row.refundId ?? "", row]));
  const listed = new Set<string>();
  for (const event of events) {
    if (event.type === "captured" && !listed.has(event.paymentId)) {
      listed.add(event.paymentId);
      const here = came.get(event.paymentId)?.amount ?? 0;
      const { occurredAt, money, method, fee = 0 } = event;
      add(occurredAt, method, { there: money.amount, here, fees: fee });
    }
    if (event.type === "refund" && event.state !== "failed" && !listed.has(event.refundId)) {
      listed.add(event.refundId);
      const row = went.get(event.refundId);
      if (!row) continue; // of something that is not the zoo's
      add(event.occurredAt, row.method, { there: -event.money.amount, here: -row.amount });
    }
  }
  for (const { providerPaymentId, paidAt, method, amount } of came.values())
    if (!listed.has(providerPaymentId) && isWithin(paidAt, period))
      add(paidAt, method, { here: amount });
  for (const { refundId, endedAt, method, amount } of went.values())
    if (!listed.has(refundId ?? "") && isWithin(endedAt, period))
      add(endedAt ?? 0, method, { here: -amount });
  return [...lines.values()].toSorted((a, b) =>
    a.day === b.day ? a.method.localeCompare(b.method) : b.day.localeCompare(a.day),
  );
}

const isWithin = (at: number | null, { from, to }: Period) => at !== null && at >= from && at <= to;

const paymentsHere = (provider: ProviderName, { from, to }: Period) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), between(payments.paidAt, from, to)))
    .all();

/** Also of payments that are older. */
const refundsHere = (provider: ProviderName, { from, to }: Period) =>
  db
    .select({
      refundId: refunds.providerRefundId,
      amount: refunds.amount,
      endedAt: refunds.endedAt,
      method: payments.method,
      state: refunds.state,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        isNotNull(refunds.providerRefundId),
        between(refunds.requestedAt, from - MOST_DAYS_TO_SEND, to),
      ),
    )
    .all()
    .filter(({ state }) => state === "pending" || state === "succeeded");

/** A refund that the provider rejected for want of money is sent again. */
const MOST_DAYS_TO_SEND = 30 * 86_400_000;
