import Database from "better-sqlite3";
import { findProblems } from "db/backup.server";
import { schemaMismatches, LATEST_VERSION, schemaVersion } from "db/migrate.server";
import { chainHash } from "~/features/audit/hash-chain.server";

const INVARIANTS: [string, string][] = [
  [
    "orders whose number of people differs from their items",
    `SELECT count(*) FROM orders WHERE ticket_count <> (
       SELECT coalesce(sum(quantity) FILTER (WHERE takes_place), 0)
       FROM order_items JOIN ticket_types ON ticket_types.id = ticket_type WHERE order_seq = seq)
       - (SELECT count(*) FROM tickets WHERE order_seq = seq AND refund_id IS NOT NULL)`,
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
         SELECT day, status, payment_method, orders, paise FROM sales
         UNION ALL
         SELECT placed_on, status, payment_method, -1, -total_paise FROM orders)
       GROUP BY day, status, payment_method
       HAVING sum(orders) OR sum(paise))`,
  ],
  [
    "numbers of tickets in the reports that differ from the orders",
    `SELECT count(*) FROM (
       SELECT 1 FROM (
         SELECT day, status, ticket_type, quantity FROM sales_by_type
         UNION ALL
         SELECT placed_on, status, ticket_type, -quantity FROM orders JOIN order_items ON order_seq = seq)
       GROUP BY day, status, ticket_type
       HAVING sum(quantity))`,
  ],
  [
    "paid orders with the wrong number of tickets",
    `SELECT count(*) FROM orders WHERE status = 'paid' AND ticket_count <>
       (SELECT count(*) FROM tickets WHERE order_seq = seq AND voided_at IS NULL)`,
  ],
  [
    "orders that are not paid but have valid tickets",
    `SELECT count(*) FROM orders WHERE status <> 'paid' AND EXISTS
       (SELECT 1 FROM tickets WHERE order_seq = seq AND voided_at IS NULL AND used_at IS NULL)`,
  ],
];

const MONEY: [string, string][] = [
  [
    "payments of which more went back than came in",
    `SELECT count(*) FROM payments WHERE amount < (SELECT coalesce(sum(amount), 0) FROM refunds
       WHERE payment_id = payments.id AND state NOT IN ('failed', 'withdrawn') AND requested_by <> 'provider')`,
  ],
  [
    "gaps in the numbers of the receipts",
    "SELECT coalesce(max(receipt_number), 0) - count(*) FROM payments",
  ],
  [
    "gaps in the numbers of the credit notes",
    "SELECT coalesce(max(credit_note_number), 0) - count(credit_note_number) FROM refunds",
  ],
  [
    "gaps in the numbers of the shifts",
    "SELECT coalesce(max(number), 0) - count(number) FROM shifts",
  ],
];

const AUDIT = `
  SELECT id, hash, at, actor_id AS actorId, actor_name AS actorName, action, target, before, after
  FROM audit ORDER BY id`;

type Row = { id: number; hash: string };

/** An older database gets only the checks that hold for every version. The site may be open. */
export function findInconsistencies(file: string): string[] {
  const problems = findProblems(file);
  if (problems.length > 0) return problems; // the queries below need an intact file
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    database.exec("BEGIN"); // a snapshot: concurrent writes would look like damage
    const mismatches = schemaMismatches(database);
    if (mismatches.length > 0 || schemaVersion(database) < LATEST_VERSION) return mismatches;
    return [...violations(database), ...auditViolations(database)];
  } finally {
    database.close();
  }
}

/** Throws every inconsistency. `name` is what the operator calls the file. */
export function assertSound(file: string, name: string) {
  const problems = findInconsistencies(file);
  if (problems.length > 0) throw new Error(problems.map((each) => `${name}: ${each}`).join("\n"));
}

/** Throws unless the file is a database of this version or an older one. Fast, whatever its size. */
export function assertOwnDatabase(file: string) {
  let problems: string[];
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    problems = schemaMismatches(database);
    database.close();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  if (problems.length > 0) throw new Error(`${file} is not sound: ${problems.join("; ")}`);
}

const violations = (database: Database.Database) =>
  [...INVARIANTS, ...MONEY]
    .map(([description, sql]) => ({
      description,
      count: database.prepare(sql).pluck().get() as number,
    }))
    .filter(({ count }) => count > 0)
    .map(({ description, count }) => `${count} ${description}`);

function auditViolations(database: Database.Database) {
  let last: Row = { id: 0, hash: "" };
  for (const { id, hash, ...row } of database.prepare(AUDIT).iterate() as Iterable<Row>) {
    if (chainHash(last.hash, row) !== hash) {
      return [`the audit log was altered: record ${id} does not follow from the one before`];
    }
    last = { id, hash };
  }
  const formatCount = database
    .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")
    .pluck()
    .get() as number | undefined;
  return (formatCount ?? 0) > last.id ? ["the audit log was altered: its end is missing"] : [];
}
