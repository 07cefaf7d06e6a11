import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { recordExport } from "~/features/audit/record-export.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { Review } from "~/features/payments/payment.rules";
import { PROVIDERS } from "~/features/payments/provider";
import { CURRENCY } from "~/lib/money";
import { toPage, type Page } from "~/lib/pagination.schema";
import type { Days, LineKind, MoneySource } from "./takings.rules";

export type MoneyLine = {
  kind: LineKind;
  id: number;
  /** The day on which it counts. */
  day: string;
  /** Positive, also of a refund. */
  amount: number;
  currency: string;
  /** Of the receipt or the credit note. */
  number: number;
  orderId: string;
  /** Null when the order is gone or unknown. */
  orderSeq: number | null;
  source: MoneySource;
  /** In the provider's words. */
  method: string;
  /** Of the provider or the bank. */
  reference: string;
  /** The id of a member of staff, or who else it was; blank for money that came online. */
  who: string;
  review: Review;
  /** Null for money that went through no shift. */
  shiftId: number | null;
};

const providers = sql.join(
  PROVIDERS.map((name) => sql`${name}`),
  sql`, `,
);

/** A refund counts with its payment, unless it did not go the way that the payment had come. */
const isWithPayment = sql`(r.method = 'provider' OR p.provider NOT IN (${providers}))`;

const DAY_COLUMNS = {
  refund: { day: sql`r.day`, at: sql`r.requested_at` },
  return: { day: sql`r.returned_day`, at: sql`r.ended_at` },
};

function refundLines(kind: keyof typeof DAY_COLUMNS, { from, to }: Days) {
  const { day, at } = DAY_COLUMNS[kind];
  return sql`
    SELECT ${kind} AS kind, r.id, ${day} AS day, ${at} AS at, r.amount, coalesce(p.currency, ${CURRENCY}) AS currency, r.credit_note_number AS number,
      r.order_id AS orderId, r.order_seq AS orderSeq,
      CASE WHEN ${isWithPayment} THEN p.provider ELSE 'hand' END AS source,
      CASE WHEN ${isWithPayment} THEN p.method ELSE '' END AS method,
      coalesce(nullif(r.bank_reference, ''), r.provider_refund_id, '') AS reference,
      r.requested_by AS who, '' AS review, r.shift_id AS shiftId
    FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
    WHERE ${day} >= ${from} AND ${day} <= ${to}`;
}

/**
 * Each payment of a period, each refund on the day it went, and once more on the day it came back. Days are those that
 * the rows name, and are never worked out from instants again.
 */
export const moneyLines = (days: Days) => sql`(
  SELECT 'payment' AS kind, id, day, created_at AS at, amount, currency, receipt_number AS number,
    order_id AS orderId, order_seq AS orderSeq, provider AS source, method,
    provider_payment_id AS reference, coalesce(recorded_by, '') AS who, review, shift_id AS shiftId
  FROM payments WHERE day >= ${days.from} AND day <= ${days.to}
  UNION ALL ${refundLines("refund", days)}
  UNION ALL ${refundLines("return", days)})`;

type DayCount = { day: string; lines: number };

/**
 * One page of the lines of those days, newest first; the last for a later number. Reads no day but those of the page.
 * Throws `forbidden`.
 */
export function listMoney(
  actor: Actor,
  counts: DayCount[],
  { page, limit }: { page: number; limit: number },
): Page<MoneyLine> {
  authorize(actor, "payments.read");
  const total = counts.reduce((sum, { lines }) => sum + lines, 0);
  const pagination = toPage(total, page, limit);
  pagination.page = Math.min(page, pagination.pages);
  const first = (pagination.page - 1) * limit;
  let before = 0;
  const placed = counts.toReversed().map(({ day, lines }) => {
    before += lines;
    return { day, start: before - lines, end: before };
  });
  const onPage = placed.filter(({ start, end }) => start < first + limit && end > first);
  const [newest, oldest] = [onPage[0], onPage.at(-1)];
  if (!newest || !oldest) return { items: [], pagination };
  const items = db.all<MoneyLine>(sql`
    SELECT * FROM ${moneyLines({ from: oldest.day, to: newest.day })}
    ORDER BY day DESC, at DESC, kind, id DESC LIMIT ${limit} OFFSET ${first - newest.start}`);
  return { items, pagination };
}

/** All lines of a period, oldest first, day by day, in batches that yield to requests in between. Audited. Throws `forbidden`, `busy`. */
export function exportMoney(actor: Actor, days: Days): AsyncGenerator<MoneyLine[]> {
  authorize(actor, "payments.read");
  const { rows = 0 } =
    db.get<{ rows: number } | undefined>(sql`SELECT count(*) AS rows FROM ${moneyLines(days)}`) ??
    {};
  recordExport(actor, { what: "takings", target: "takings", facts: { ...days, rows } });
  return dayByDay(days);
}

async function* dayByDay(days: Days) {
  const withMoney = db.all<{ day: string }>(
    sql`SELECT DISTINCT day FROM ${moneyLines(days)} ORDER BY day`,
  );
  for (const { day } of withMoney) {
    yield db.all<MoneyLine>(
      sql`SELECT * FROM ${moneyLines({ from: day, to: day })} ORDER BY at, kind, id`,
    );
    await setImmediate();
  }
}
