import { sql, type SQLWrapper } from "drizzle-orm";

/**
 * All hints to SQLite's query planner, which has no statistics here. tests/unit/db/query-plans.test.ts fails when a
 * plan changes. Times are with a million orders.
 */

/** Unary `+`: the column's index is not used to sort. */
export const sortWithoutIndex = (by: SQLWrapper) => sql`+${by}`;

/** Unary `+`: the column's index is not used to filter. */
export const filterWithoutIndex = (column: SQLWrapper) => sql`+${column}`;

export const UNPAID_BY_EXPIRY = sql`orders INDEXED BY orders_unpaid`;
export const UNPAID_BY_VISIT = sql`orders INDEXED BY orders_unpaid_visits`;
export const WAITING_MAILS = sql`outbox INDEXED BY outbox_due`;
