import { and, asc, eq, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { checkoutSessions, orders, payments, refunds } from "db/schema";
import { DAY_MS, HOUR_MS } from "~/lib/dates";
import { mailOrigin } from "~/lib/http/urls.server";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { isBusy, transaction } from "~/lib/write-transaction.server";
import { applyProviderEvent, isActiveSession, type SessionRow } from "./apply-event.server";
import { closeSession, createPage, pollSession } from "./checkout.server";
import { dayLines, type DayLine } from "./day-lines.server";
import { giveBackLateMoney } from "./late-money.server";
import { moveRefund, type RefundRow } from "./ledger.server";
import { paymentProvider } from "./payment-providers.server";
import { isProvider } from "./payment.rules";
import {
  ProviderError,
  PROVIDERS,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderName,
} from "./provider";
import { emptyOldEvents, retryFailedEvents } from "./webhook.server";
import { amountToPay } from "~/features/groups/group-orders.server";

/** What goes on between the site and the providers while nobody waits. Each call stands alone: one that fails delays no other. */

const MINUTE = 60_000;

/** One step; returns false when there is nothing to do now. The caller spaces the calls. */
export async function runPaymentStep(onError: (what: string, error: unknown) => void) {
  const step = nextStep();
  if (!step) return false;
  try {
    await step();
  } catch (error) {
    if (!isExpected(error)) onError("A payment could not be looked at", error);
  }
  return true;
}

/** The next step tries again. */
const isExpected = (error: unknown) => error instanceof ProviderError || isBusy(error);

function nextStep(now = Date.now()): (() => Promise<unknown>) | undefined {
  const refund = refundToSend(now);
  if (refund) return () => sendRefund(refund);
  const orphan = sessionOfEndedOrder(now);
  if (orphan) return () => endSession(orphan);
  const session = sessionToPoll(now);
  if (!session) return undefined;
  if (session.providerSessionId !== null) return () => pollSession(session);
  const isWanted = session.state === "creating" && session.expiresAt >= now;
  return () => {
    const postponed = postpone(session);
    return isWanted ? createPage(postponed, mailOrigin) : closeSession(postponed);
  };
}

/** A page that could not be made or closed is tried again in a minute, after those that are due. */
function postpone(session: SessionRow) {
  const nextPollAt = Date.now() + MINUTE;
  transaction((tx) => {
    tx.update(checkoutSessions)
      .set({ nextPollAt })
      .where(eq(checkoutSessions.id, session.id))
      .run();
  }, "none");
  return session;
}

const sessionToPoll = (now: number) =>
  db
    .select()
    .from(checkoutSessions)
    .where(lte(checkoutSessions.nextPollAt, now))
    .orderBy(asc(checkoutSessions.nextPollAt))
    .limit(1)
    .get();

/** Its order was cancelled, paid otherwise or given another price, so nobody should pay on its page. */
const sessionOfEndedOrder = (now: number) =>
  db
    .select({ session: checkoutSessions, order: orders })
    .from(checkoutSessions)
    .leftJoin(orders, eq(orders.seq, checkoutSessions.orderSeq))
    .where(
      and(
        isActiveSession,
        lt(sql`coalesce(${checkoutSessions.lastPollAt}, 0)`, now - MINUTE),
        or(
          isNull(orders.seq),
          ne(orders.status, "pending"),
          ne(orders.totalPaise, checkoutSessions.amount),
        ),
      ),
    )
    .all()
    .find(
      ({ session, order }) => order?.status !== "pending" || amountToPay(order) !== session.amount,
    )?.session;

async function endSession(session: SessionRow) {
  transaction((tx) => {
    tx.update(checkoutSessions)
      .set({ lastPollAt: Date.now() })
      .where(eq(checkoutSessions.id, session.id))
      .run();
  }, "none");
  await closeSession(session);
}

const refundToSend = (now: number) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, "requested"), lte(refunds.nextAttemptAt, now)))
    .orderBy(asc(refunds.nextAttemptAt))
    .limit(1)
    .get();

/** Minutes until the next attempt; the last one repeats. */
const RETRY_MINUTES = [1, 5, 15, 60];

/** The reference stays the same, so that the provider gives the money back once. */
async function sendRefund(refund: RefundRow) {
  const attempts = refund.attempts + 1;
  const wait = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 60;
  const nextAttemptAt = Date.now() + wait * MINUTE;
  const payment = transaction((tx) => {
    tx.update(refunds).set({ attempts, nextAttemptAt }).where(eq(refunds.id, refund.id)).run();
    return tx
      .select()
      .from(payments)
      .where(eq(payments.id, refund.paymentId ?? 0))
      .get();
  }, "none");
  if (!payment || !isProvider(payment.provider)) return;
  const { provider: name, currency } = payment;
  try {
    const event = await providerNamed(name).refund({
      reference: refund.reference,
      paymentId: payment.providerPaymentId,
      money: { amount: refund.amount, currency },
      note: refund.reason,
      requestedAt: refund.requestedAt,
    });
    transaction((tx) => applyProviderEvent(tx, name, event), "none");
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isFinal = error.kind === "rejected" && error.retryAfter === undefined;
    transaction((tx) => {
      const current = tx.select().from(refunds).where(eq(refunds.id, refund.id)).get();
      if (!current) return;
      moveRefund(tx, current, {
        lastError: error.message,
        ...(isFinal && { state: "failed" as const }),
      });
    }, "none");
  }
}

function providerNamed(name: PaymentProvider["name"]) {
  const provider = paymentProvider(name);
  if (!provider) throw new ProviderError("unreachable", `${name} is not set up`);
  return provider;
}

/** Once a minute. */
export function maintainPayments() {
  retryFailedEvents();
  emptyOldEvents();
  giveBackLateMoney();
}

const COMPARED_DAYS = 5;

type Comparison = {
  at: number;
  /** Receipt numbers of payments that the provider does not list. */
  missing: number[];
  /** Payments that were not here. */
  taken: number;
  /** What came and went by day and method, here and at the provider; absent in older rows. */
  days?: DayLine[];
  error: string;
};

const comparedKey = (name: ProviderName) => `payments_compared_${name}`;

/** What the last comparison found; undefined before the first. */
export function lastComparison(name: ProviderName) {
  const stored = getValue(comparedKey(name));
  return stored === undefined ? undefined : (JSON.parse(stored) as Comparison);
}

/** Compares five days with what each provider lists, and takes over what is not here. */
export async function compareWithProviders(now = Date.now()) {
  for (const name of PROVIDERS) {
    const provider = paymentProvider(name);
    if (provider) await compareWith(provider, now);
  }
}

async function compareWith(provider: PaymentProvider, now: number) {
  const from = now - COMPARED_DAYS * DAY_MS;
  const listed = new Set<string>();
  const events: ProviderEvent[] = [];
  let taken = 0;
  let error = "";
  try {
    for await (const event of provider.listEvents(from, now)) {
      events.push(event);
      if (event.type === "captured") listed.add(event.paymentId);
      const isNew = applyListed(provider.name, event);
      if (event.type === "captured" && isNew) taken += 1;
    }
  } catch (failure) {
    error = failure instanceof Error ? failure.message : String(failure);
  }
  const missing = error
    ? []
    : paymentsSince(provider, from + HOUR_MS, now - HOUR_MS)
        .filter(({ providerPaymentId }) => !listed.has(providerPaymentId))
        .map(({ receiptNumber }) => receiptNumber);
  const days = error ? [] : dayLines(provider.name, events, { from, to: now });
  const comparison: Comparison = { at: now, missing, taken, days, error };
  transaction((tx) => setValue(tx, comparedKey(provider.name), JSON.stringify(comparison)), "none");
}

/** Whether it changed anything. A refund of something that is not the zoo's is left alone. */
function applyListed(name: ProviderName, event: ProviderEvent) {
  try {
    return transaction((tx) => applyProviderEvent(tx, name, event), "availability") === "applied";
  } catch (error) {
    if (event.type === "captured" || isBusy(error)) throw error;
    return false;
  }
}

const paymentsSince = ({ name }: PaymentProvider, from: number, to: number) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, name), sql`${payments.paidAt} BETWEEN ${from} AND ${to}`))
    .all();
