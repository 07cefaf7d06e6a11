import Database from "better-sqlite3";
import { problemsOf } from "db/backup.server";
import { foreignTo, NEWEST, versionOf } from "db/migrate.server";
import { chained } from "~/features/audit/hash-chain.server";

/** What must hold in any zoo: the words for when it does not, and how often it does not. */
const RULES: [string, string][] = [
  [
    "orders whose ticket counts differ from their items",
    `SELECT count(*) FROM orders WHERE
       (adult_count, child_count, senior_count, ticket_count) IS NOT (
         SELECT coalesce(sum(quantity) FILTER (WHERE ticket_type = 'adult'), 0),
                coalesce(sum(quantity) FILTER (WHERE ticket_type = 'child'), 0),
                coalesce(sum(quantity) FILTER (WHERE ticket_type = 'senior'), 0),
                coalesce(sum(quantity), 0)
         FROM order_items WHERE order_seq = seq)`,
  ],
  [
    "orders whose price differs from their items",
    `SELECT count(*) FROM orders WHERE subtotal_paise <>
       (SELECT coalesce(sum(quantity * unit_price_paise), 0) FROM order_items WHERE order_seq = seq)`,
  ],
  [
    "sums in the reports that differ from the orders",
    `SELECT count(*) FROM (
       SELECT 1 FROM (
         SELECT day, status, payment_method, orders, paise, adults, children, seniors FROM sales
         UNION ALL
         SELECT placed_on, status, payment_method, -1, -total_paise, -adult_count, -child_count, -senior_count
         FROM orders)
       GROUP BY day, status, payment_method
       HAVING sum(orders) OR sum(paise) OR sum(adults) OR sum(children) OR sum(seniors))`,
  ],
  [
    "sums of all days that differ from the single days",
    `SELECT count(*) FROM (
       SELECT 1 FROM (
         SELECT status, payment_method, orders, paise, adults, children, seniors FROM sales_of_all_days
         UNION ALL
         SELECT status, payment_method, -orders, -paise, -adults, -children, -seniors FROM sales)
       GROUP BY status, payment_method
       HAVING sum(orders) OR sum(paise) OR sum(adults) OR sum(children) OR sum(seniors))`,
  ],
  [
    "paid orders with the wrong number of tickets",
    `SELECT count(*) FROM orders WHERE status = 'paid' AND ticket_count <>
       (SELECT count(*) FROM tickets WHERE order_seq = seq AND voided_at IS NULL)`,
  ],
  [
    "orders that are not paid but have valid tickets",
    `SELECT count(*) FROM orders WHERE status <> 'paid' AND EXISTS
       (SELECT 1 FROM tickets WHERE order_seq = seq AND voided_at IS NULL)`,
  ],
];

const AUDIT = `
  SELECT id, hash, at, actor_id AS actorId, actor_name AS actorName, action, target, before, after
  FROM audit ORDER BY id`;

type Row = { id: number; hash: string };

/**
 * All that is wrong with a database file, in words; nothing when it is sound. It is only read, and a site may
 * have it open. For an older version, only what holds for every version is checked.
 */
export function unsoundness(file: string): string[] {
  const problems = problemsOf(file);
  if (problems.length > 0) return problems; // a damaged file cannot be calculated with
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    database.exec("BEGIN"); // one view of it: what a site writes meanwhile would look like damage
    const foreign = foreignTo(database);
    if (foreign.length > 0 || versionOf(database) < NEWEST) return foreign;
    return [...broken(database), ...brokenAudit(database)];
  } finally {
    database.close();
  }
}

/** Throws, with the file's name, unless it is a zoo of this version or an older one. Quick, however large it is. */
export function refuseForeign(file: string) {
  let problems: string[];
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    problems = foreignTo(database);
    database.close();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  if (problems.length > 0) throw new Error(`${file} is not sound: ${problems.join("; ")}`);
}

const broken = (database: Database.Database) =>
  RULES.map(([words, sql]) => ({ words, many: database.prepare(sql).pluck().get() as number }))
    .filter(({ many }) => many > 0)
    .map(({ words, many }) => `${many} ${words}`);

function brokenAudit(database: Database.Database) {
  let last: Row = { id: 0, hash: "" };
  for (const { id, hash, ...row } of database.prepare(AUDIT).iterate() as Iterable<Row>) {
    if (chained(last.hash, row) !== hash) {
      return [`the audit log was altered: record ${id} does not follow from the one before`];
    }
    last = { id, hash };
  }
  const counted = database
    .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")
    .pluck()
    .get() as number | undefined;
  return (counted ?? 0) > last.id ? ["the audit log was altered: its end is missing"] : [];
}
