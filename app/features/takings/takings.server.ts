import { and, between, eq, inArray, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { admins, audit, lockedDays } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { Period } from "~/features/reports/report.rules";
import { DomainError } from "~/lib/errors";
import { toLocalDate } from "~/lib/time-zone.server";
import { moneyLines } from "./money-lines.server";
import {
  countDays,
  INITIATOR_LABEL,
  MAX_DAYS,
  toDays,
  TOO_MANY_DAYS,
  type Days,
  type MoneySource,
  type Sums,
} from "./takings.rules";

type DaySums = Sums & { day: string };
type WaySums = Sums & { source: MoneySource; method: string };
type StaffSums = Sums & { who: string };

const sums = sql`
  sum(CASE kind WHEN 'payment' THEN amount ELSE 0 END) AS came,
  sum(CASE kind WHEN 'refund' THEN amount ELSE 0 END) AS went,
  sum(CASE kind WHEN 'return' THEN amount ELSE 0 END) AS returned`;

/** The days that somebody asks for. Throws `invalid` for too many. */
export function requestedDays(period: Period): Days {
  const days = toDays(period, toLocalDate());
  if (countDays(days) <= MAX_DAYS) return days;
  throw new DomainError("invalid", TOO_MANY_DAYS, [{ path: "from", message: TOO_MANY_DAYS }]);
}

/** Sums of a period: of all, by day, by way, and by member of staff. Throws `forbidden`. */
export function takingsOf(actor: Actor, days: Days) {
  authorize(actor, "payments.read");
  const lines = moneyLines(days);
  const byDay = db.all<DaySums>(sql`SELECT day, ${sums} FROM ${lines} GROUP BY day ORDER BY day`);
  const byWay = db.all<WaySums>(sql`
    SELECT source, method, ${sums} FROM ${lines} GROUP BY source, method ORDER BY came DESC, source, method`);
  const byStaff = db.all<StaffSums>(sql`
    SELECT who, ${sums} FROM ${lines} GROUP BY who ORDER BY came DESC, who`);
  const all = {
    came: totalOf(byDay, "came"),
    went: totalOf(byDay, "went"),
    returned: totalOf(byDay, "returned"),
  };
  return { total: all, byDay, byWay, byStaff };
}

const totalOf = (rows: Sums[], name: keyof Sums) => rows.reduce((sum, row) => sum + row[name], 0);

export const locksOf = ({ from, to }: Days) =>
  db
    .select()
    .from(lockedDays)
    .where(between(lockedDays.day, from, to))
    .all();

/** Of members of staff by their ids, also of those who have left, and of others who move money. */
export function namesOf(ids: string[]): Map<string, string> {
  const present = db.select(NAME).from(admins).where(inArray(admins.id, ids)).all();
  const names = new Map([...INITIATORS, ...present.map(({ id, name }) => [id, name] as const)]);
  for (const id of ids) if (!names.has(id)) names.set(id, nameBeforeDeletion(id));
  return names;
}

const NAME = { id: admins.id, name: admins.name };
const INITIATORS = Object.entries(INITIATOR_LABEL);

function nameBeforeDeletion(id: string) {
  const deletion = db
    .select({ before: audit.before })
    .from(audit)
    .where(and(eq(audit.target, `admin ${id}`), eq(audit.action, "admin.delete")))
    .get();
  const { name } = JSON.parse(deletion?.before ?? "{}") as { name?: string };
  return name ?? "Somebody who has left";
}
