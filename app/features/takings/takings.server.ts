import { setImmediate } from "node:timers/promises";
import { and, between, eq, inArray, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { admins, audit, lockedDays } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { Period } from "~/features/reports/report.rules";
import { addDays } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { toLocalDate } from "~/lib/time-zone.server";
import { moneyLines, sumColumns } from "./money-lines.server";
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

/** The days that somebody asks for. Throws `invalid` for too many. */
export function requestedDays(period: Period): Days {
  const days = toDays(period, toLocalDate());
  if (countDays(days) <= MAX_DAYS) return days;
  throw new DomainError("invalid", TOO_MANY_DAYS, [{ path: "from", message: TOO_MANY_DAYS }]);
}

type Group = Sums & {
  day: string;
  source: MoneySource;
  method: string;
  who: string;
  /** How many payments and refunds. */
  lines: number;
};

/** Sums of a period: of all, by day, by way, and by member of staff. Rejects with `forbidden`. */
export async function takingsOf(actor: Actor, days: Days) {
  authorize(actor, "payments.read");
  const groups = await groupsOf(days);
  return {
    total: sumUp(groups),
    byDay: sumsBy(groups, ({ day }) => day).map(([{ day }, of, sums]) => ({
      day,
      lines: of.reduce((count, { lines }) => count + lines, 0),
      ...sums,
    })),
    byWay: largestFirst(sumsBy(groups, ({ source, method }) => `${source} ${method}`)).map(
      ([{ source, method }, , sums]) => ({ source, method, ...sums }),
    ),
    byStaff: largestFirst(sumsBy(groups, ({ who }) => who)).map(([{ who }, , sums]) => ({
      who,
      ...sums,
    })),
  };
}

/** Month by month, so that a long period does not block other requests. */
async function groupsOf(days: Days) {
  const groups: Group[] = [];
  for (let from = days.from; from <= days.to; from = addDays(from, BATCH_DAYS)) {
    const last = addDays(from, BATCH_DAYS - 1);
    const lines = moneyLines({ from, to: last < days.to ? last : days.to });
    groups.push(
      ...db.all<Group>(sql`
        SELECT day, source, method, who, count(*) AS lines,
          ${sumColumns}
        FROM ${lines} GROUP BY day, source, method, who ORDER BY day`),
    );
    await setImmediate();
  }
  return groups;
}

const BATCH_DAYS = 31;

/** By the key: the first group of each, all of them, and their sums. */
function sumsBy(groups: Group[], keyOf: (group: Group) => string) {
  const byKey = new Map<string, [Group, ...Group[]]>();
  for (const group of groups) {
    const others = byKey.get(keyOf(group));
    if (others) others.push(group);
    else byKey.set(keyOf(group), [group]);
  }
  return [...byKey.values()].map((of) => [of[0], of, sumUp(of)] as const);
}

const largestFirst = (rows: ReturnType<typeof sumsBy>) =>
  rows.toSorted(([, , a], [, , b]) => b.came - a.came);

function sumUp(rows: Sums[]): Sums {
  const total = { came: 0, went: 0, returned: 0 };
  for (const row of rows) {
    total.came += row.came;
    total.went += row.went;
    total.returned += row.returned;
  }
  return total;
}

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
