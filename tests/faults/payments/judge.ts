import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";
import type { Bank } from "./visitors.ts";

type Payment = { id: string; amount: number };
type Refund = { id: string; reference: string; amount: number; state: string };

/**
 * Money that nobody would ever look at: neither the price of a paid order, nor refunded, due or in review, nor of a
 * refund that failed, which Reconcile lists.
 */
const WITHOUT_WAY_ON = `
  WITH went AS (
    SELECT r.order_seq, r.amount, for_tickets FROM refunds r LEFT JOIN payments p ON p.id = payment_id
    WHERE state NOT IN ('failed', 'withdrawn') AND coalesce(review, '') = ''),
  sums AS (
    SELECT seq, id, status, refund_due, total_paise
      - (SELECT coalesce(sum(amount), 0) FROM went WHERE order_seq = seq AND for_tickets = 1) AS price,
      (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_seq = seq AND review = '')
      - (SELECT coalesce(sum(amount), 0) FROM went WHERE order_seq = seq) AS here
    FROM orders),
  surplus AS (
    SELECT seq, id, here - CASE status WHEN 'paid' THEN price ELSE 0 END AS paise FROM sums
    WHERE status = 'paid' OR refund_due = 0)
  SELECT id FROM surplus WHERE paise < 0 OR paise > 0 AND NOT EXISTS (
    SELECT 1 FROM refunds WHERE order_seq = seq AND state = 'failed' AND amount <= paise)`;

const TWO_SESSIONS = `
  SELECT order_seq FROM checkout_sessions WHERE state IN ('creating', 'open')
  GROUP BY 1 HAVING count(*) > 1`;

const STILL_OPEN = "SELECT reference FROM checkout_sessions WHERE state IN ('creating', 'open')";

/** Compares a database file with what the bank has; each list should be empty. */
export function compareWithBank(file: string, bank: Bank) {
  const database = new Database(file, { readonly: true });
  const all = <Row>(sql: string) => database.prepare(sql).all() as Row[];
  const payments = all<Payment>(
    "SELECT provider_payment_id AS id, amount FROM payments WHERE provider = 'razorpay'",
  );
  const refunds = all<Refund>(
    "SELECT provider_refund_id AS id, reference, amount, state FROM refunds WHERE method = 'provider'",
  );
  const found = {
    payments: payments.length,
    refunds: refunds.filter(({ state }) => state === "succeeded").length,
    lost: differences(bank.payments as Payment[], payments),
    invented: differences(payments, bank.payments as Payment[]),
    stranded: all<{ id: string }>(WITHOUT_WAY_ON).map(({ id }) => id),
    refundsApart: refundsApart(bank, refunds),
    overpaid: bank.payments.filter((payment) => refundedAtBank(bank, payment.id) > payment.amount),
    sessions: [...all(TWO_SESSIONS), ...all(STILL_OPEN)],
  };
  database.close();
  return found;
}

const keyOf = ({ id, amount }: Payment) => `${id} ${amount}`;

function differences(these: Payment[], those: Payment[]) {
  const known = new Set(those.map(keyOf));
  return these.map(keyOf).filter((key) => !known.has(key));
}

const refundedAtBank = ({ refunds }: Bank, paymentId: string) =>
  refunds
    .filter(({ payment_id, status }) => payment_id === paymentId && status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);

/** Each refund of the bank has one row with the same end, and each row that was carried out is known to the bank. */
function refundsApart({ refunds }: Bank, rows: Refund[]) {
  const STATES: Record<string, string> = { processed: "succeeded", failed: "failed" };
  const text = (id: string, reference: string, state: string) => `${id} ${reference} ${state}`;
  const atBank = refunds.map(({ id, receipt, status }) =>
    text(id, receipt, STATES[status] ?? "pending"),
  );
  const here = rows
    .filter(({ id, state }) => id || !["failed", "withdrawn"].includes(state))
    .map(({ id, reference, state }) => text(id, reference, state));
  return [
    ...atBank.filter((each) => !here.includes(each)),
    ...here.filter((each) => !atBank.includes(each)),
  ];
}

/** What the site's own check finds. */
export function inconsistenciesIn(file: string) {
  const { status, stderr } = spawnSync(pinnedNode(), ["scripts/cli.mjs", "check"], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dirname(file) },
  });
  return status === 0 ? [] : [stderr.trim()];
}
