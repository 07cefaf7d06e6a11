import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { payments } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import {
  paymentWith,
  waitingTransfers,
  waitingWith,
} from "~/features/transfers/bank-references.server";
import { receiveTransfer } from "~/features/transfers/receive-transfer.server";
import { formatRupees } from "~/lib/money";
import { jsonValues } from "~/lib/sql.server";
import { toLocalDate, toUtc } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import type { StatementLine } from "./read-statement.server";
import type { Hit, MatchKind } from "./statement.rules";

export type Match = Hit & { line: number; kind: MatchKind; orderIds: string[]; note: string };

/** What each line of a statement is here. Throws `forbidden`. */
export function matchStatement(actor: Actor, lines: StatementLine[]): Match[] {
  authorize(actor, "orders.update");
  const all = lines.flatMap(({ references }) => references);
  const waiting = new Map(waitingTransfers().map((transfer) => [transfer.reference, transfer]));
  const recorded = recordedWith(all);
  const counts = Map.groupBy(all, (reference) => reference);

  return lines.map(({ line, day, amount, references, main }) => {
    const orders = references.flatMap((reference) => waiting.get(reference) ?? []);
    const payment = references.flatMap((reference) => recorded.get(reference) ?? [])[0];
    const match = (kind: MatchKind, more: Partial<Match> = {}): Match => ({
      ...{ line, day, amount, reference: main, kind, orderIds: orders.map(({ id }) => id) },
      ...{ note: "", ...more },
    });
    if (payment) return match(...asRecorded(payment, amount));
    const [order] = orders;
    if (!order) return match("none");
    const { reference, toPay } = order;
    if (orders.length > 1 || (counts.get(reference)?.length ?? 0) > 1)
      return match("several", { reference });
    const isExact = amount === toPay;
    const note = isExact ? "" : `the price is ${formatRupees(toPay)}. Decide on Reconcile`;
    return match(isExact ? "exact" : "differs", { reference, note });
  });
}

type Recorded = Pick<typeof payments.$inferSelect, "amount" | "orderId" | "providerPaymentId">;

function asRecorded(payment: Recorded, came: number): [MatchKind, Partial<Match>] {
  const { amount, orderId, providerPaymentId: reference } = payment;
  const orderIds = orderId ? [orderId] : [];
  if (amount === came) return ["recorded", { reference, orderIds }];
  return ["differs", { reference, orderIds, note: `recorded as ${formatRupees(amount)}` }];
}

function recordedWith(references: string[]) {
  const isOne = sql`${payments.providerPaymentId} IN ${jsonValues(references)}`;
  const rows = db
    .select({
      amount: payments.amount,
      orderId: payments.orderId,
      providerPaymentId: payments.providerPaymentId,
    })
    .from(payments)
    .where(and(eq(payments.provider, "upi"), isOne))
    .all();
  return new Map(rows.map((row) => [row.providerPaymentId, row]));
}

/** Records exact hits, each in its own transaction; what no longer is one is skipped. Throws `forbidden`. */
export async function recordHits(actor: Actor, hits: Hit[]): Promise<number> {
  authorize(actor, "orders.update");
  let count = 0;
  for (const hit of hits) {
    if (recordHit(actor, hit)) count += 1;
    await setImmediate();
  }
  return count;
}

const recordHit = (staff: Staff, { reference, amount, day }: Hit) =>
  transaction((tx) => {
    const order = waitingWith(reference, tx);
    if (order?.toPay !== amount || paymentWith(reference, tx)) return false;
    receiveTransfer(tx, staff, order.id, { reference, amount, paidAt: instantOn(day) });
    recordAudit(tx, staff, {
      action: "payment.transfer",
      target: `order ${order.id}`,
      after: { bankReference: reference, amountPaise: amount },
    });
    return true;
  }, "availability");

const NOON = 12 * 60;

/** A statement has no time of day. */
const instantOn = (day: string) => (day < toLocalDate() ? toUtc(day, NOON) : Date.now());
