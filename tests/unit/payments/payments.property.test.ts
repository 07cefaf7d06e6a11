import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { findInconsistencies } from "~/features/maintenance/consistency-check.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { newestSession, startCheckout } from "~/features/payments/checkout.server";
import { returnLateMoney } from "~/features/payments/late-money.server";
import {
  compareWithProviders,
  maintainPayments,
  runPaymentStep,
} from "~/features/payments/payment-jobs.server";
import { demoAccount } from "~/features/payments/payment-providers.server";
import { ProviderError } from "~/features/payments/provider";
import { returnToOrder } from "~/features/payments/return.server";
import { receiveWebhook } from "~/features/payments/webhook.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { checkoutOf, demo, payAtBank, signed } from "../../support/payments/demo-bank";

// The steps commit, so that a call inside a transaction shows.
beforeEach(() => void sqlite.exec("COMMIT"));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sqlite.exec("BEGIN");
});

const MINUTE = 60_000;
const ORDERS = 3;

const step = fc.record({
  which: fc.nat(ORDERS - 1),
  minutes: fc.constantFrom(0, 1, 6, 30, 600),
  isLost: fc.boolean(),
  at: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The next call of the provider is carried out, but its answer is lost. */
let losesAnswer = false;

/** Calls of the provider while a transaction was open. */
const callsInside: string[] = [];

function watchProvider() {
  const provider = demo();
  for (const name of ["createCheckout", "expireCheckout", "fetchCheckout", "refund"] as const) {
    const original = provider[name].bind(provider) as (...sent: unknown[]) => Promise<never>;
    vi.spyOn(provider, name).mockImplementation(async (...sent: unknown[]) => {
      if (sqlite.inTransaction) callsInside.push(name);
      const answer = await original(...sent);
      if (!losesAnswer) return answer;
      losesAnswer = false;
      throw new ProviderError("indeterminate", "The answer was lost");
    });
  }
}

/** What visitors, the bank, the network and staff do to a few orders. */
function actsOn(ids: string[]) {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const sent: ReturnType<typeof signed>[] = [];
  let events = 0;
  const id = ({ which }: Step) => ids[which] ?? "";
  const keyOf = (step: Step) => orderAccessKey(id(step));
  const sessionOf = (step: Step) => newestSession(orderById(id(step)).seq);
  const report = (
    ...reported: Parameters<typeof signed> extends [string, ...infer Rest] ? Rest : never
  ) => void sent.push(signed(`event-${ids[0]}-${(events += 1)}`, ...reported));
  const payPage = (step: Step, how: Parameters<typeof payAtBank>[1] = {}) => {
    const session = sessionOf(step);
    if (!session?.url) return;
    const { isClosed, payments, expiresAt } = checkoutOf(session.reference);
    if (isClosed || payments.length > 1 || expiresAt < Date.now()) return;
    report(payAtBank(session.reference, how));
  };
  const deliver = (message: ReturnType<typeof signed>) =>
    receiveWebhook("demo", message.body, message.headers);
  return {
    acts: {
      press: (step: Step) => startCheckout(id(step), "http://zoo.test"),
      pay: (step: Step) => payPage(step),
      payLess: (step: Step) => payPage(step, { less: 100 }),
      payLate: (step: Step) => payPage(step, { isLate: true }),
      async deliver({ at }: Step) {
        const message = sent[at % Math.max(1, sent.length)];
        if (message) await deliver(message);
      },
      async comeBack(step: Step) {
        const session = sessionOf(step);
        if (session) await returnToOrder(session.token);
      },
      runJobs: async () => void (await runPaymentStep(fail)),
      maintain: () => maintainPayments(),
      compare: () => compareWithProviders(),
      markPaid: (step: Step) => updateOrderStatus(owner, id(step), "paid"),
      refund: (step: Step) => updateOrderStatus(owner, id(step), "refunded"),
      cancel: (step: Step) => updateOrderStatus(owner, id(step), "cancelled"),
      repay: (step: Step) => markRefundPaid(owner, id(step)),
      cancelOwn: (step: Step) => cancelAsVisitor(id(step), keyOf(step)),
      takeBack: (step: Step) => returnLateMoney(id(step), keyOf(step)),
      lapse: () => expireOverdue(),
    },
    /** Every webhook arrives in the end, some again. */
    async deliverAll() {
      for (const message of [...sent, ...sent.toReversed()]) await deliver(message);
    },
  };
}

const fail = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

const all = <Row>(sql: string) => sqlite.prepare(sql).all() as Row[];
const violations = (sql: string) => expect(all(sql), sql).toEqual([]);

function assertInvariants(ids: string[]) {
  const checkouts = demoAccount()
    .checkouts()
    .filter(({ reference }) => ids.some((id) => reference.startsWith(`${id}-`)));
  const bank = checkouts
    .flatMap(({ payments, expiresAt }) =>
      payments.filter(({ isLate }) => !isLate || Date.now() > expiresAt + 20 * MINUTE),
    )
    .map(({ id }) => id);
  const here = all<{ id: string; orderId: string }>(
    "SELECT provider_payment_id AS id, order_id AS orderId FROM payments WHERE provider = 'demo'",
  ).filter(({ orderId }) => ids.includes(orderId));
  expect(here.map(({ id }) => id).toSorted()).toEqual(bank.toSorted());
  for (const { payments, refunds } of checkouts) {
    const sum = (rows: { money: { amount: number } }[]) =>
      rows.reduce((total, { money }) => total + money.amount, 0);
    expect(sum(refunds)).toBeLessThanOrEqual(sum(payments));
  }
  // What came for an order that is paid is its price; for another nothing is left but what staff or visitor decide on.
  violations(`
    SELECT orders.id, status, total_paise, refund_due,
      (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_seq = seq AND review = '') AS came,
      (SELECT coalesce(sum(amount), 0) FROM refunds WHERE order_seq = seq AND state NOT IN ('failed', 'withdrawn')
        AND coalesce((SELECT review FROM payments WHERE payments.id = payment_id), '') = '') AS went
    FROM orders WHERE CASE status
      WHEN 'paid' THEN came - went <> total_paise
      ELSE came - went > 0 AND refund_due = 0 END`);
  violations(`
    SELECT s.reference FROM checkout_sessions s JOIN orders ON seq = order_seq
    WHERE state IN ('creating', 'open') AND status = 'pending' AND s.expires_at > orders.expires_at`);
  violations(
    "SELECT order_seq FROM checkout_sessions WHERE state IN ('creating', 'open') GROUP BY 1 HAVING count(*) > 1",
  );
  violations("SELECT * FROM payment_events WHERE state = 'failed'");
  const folder = mkdtempSync(join(tmpdir(), "zoo-payments-"));
  writeFileSync(join(folder, "zoo.db"), sqlite.serialize());
  expect(findInconsistencies(join(folder, "zoo.db"))).toEqual([]);
  rmSync(folder, { recursive: true });
}

test(
  "whatever order things come in, no money is lost, doubled or without a way on",
  {
    timeout: 300_000,
  },
  async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    watchProvider();
    const names = Object.keys(actsOn([]).acts) as (keyof ReturnType<typeof actsOn>["acts"])[];
    // Seldom is there something to give back.
    const seldom = Array.from(
      { length: 5 },
      () => ["repay", "takeBack", "payLess"] as const,
    ).flat();
    const often = [
      ...names,
      ...seldom,
      "press",
      "press",
      "pay",
      "pay",
      "cancel",
      "deliver",
    ] as const;
    const done = new Set<string>();
    let days = 0;

    const season = fc.array(fc.tuple(fc.constantFrom(...often), step), {
      minLength: 20,
      maxLength: 50,
    });
    await fc.assert(
      fc.asyncProperty(season, async (steps) => {
        const contact = { name: "Asha", email: `asha${(days += 1)}@example.org`, phone: "" };
        const ids = Array.from({ length: ORDERS }, () => anOrder({ contact }).id);
        const { acts, deliverAll } = actsOn(ids);
        for (const [act, how] of steps) {
          vi.setSystemTime(Date.now() + how.minutes * MINUTE);
          losesAnswer = how.isLost;
          try {
            await acts[act](how);
            done.add(act);
          } catch (error) {
            if (!(error instanceof DomainError) && !(error instanceof ProviderError)) throw error;
          }
        }
        losesAnswer = false;
        await deliverAll();
        vi.setSystemTime(Date.now() + 2 * DAY_MS);
        expireOverdue();
        for (let count = 0; count < 40 && (await runPaymentStep(fail)); count += 1)
          vi.setSystemTime(Date.now() + 6 * MINUTE);
        await compareWithProviders();
        maintainPayments();
        assertInvariants(ids);
        expect(callsInside).toEqual([]);
      }),
      { numRuns: Number(process.env.RUNS ?? 120), interruptAfterTimeLimit: 120_000 },
    );
    expect(names.filter((name) => !done.has(name))).toEqual([]);
  },
);
