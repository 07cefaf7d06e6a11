import { sql, type SQLWrapper } from "drizzle-orm";

/**
 * All hints to SQLite's query planner. It has no statistics of this database, so it takes a filter by status for
 * selective. tests/unit/db/query-plans.test.ts fails when a hint is missing. Times: with a million orders, and without the hint.
 */

/** Of these, a job or booking reads one: 0.02 ms instead of 0.2 with a thousand unpaid orders. */
export const UNPAID_BY_EXPIRY = sql`orders INDEXED BY orders_unpaid`;

/** 0.1 ms instead of 0.4, which reads and sorts all unpaid orders. */
export const UNPAID_BY_VISIT = sql`orders INDEXED BY orders_unpaid_visits`;

/** 0.01 ms instead of reading every order that an address ever made. */
export const UNPAID_BY_EMAIL = sql`orders INDEXED BY orders_unpaid_emails`;

/** 0.02 ms for each mail instead of 0.5, which sorts all five thousand that wait. */
export const WAITING_MAILS = sql`outbox INDEXED BY outbox_due`;

/** 0.03 ms for each mail about an unpaid order instead of reading all mails backwards. */
export const UNPAID_MAILS = sql`outbox INDEXED BY outbox_unpaid_times`;

/** The deliveries of webhooks that wait, by endpoint: those of one that fails are not read for another. */
export const DUE_DELIVERIES = sql`webhook_deliveries INDEXED BY webhook_deliveries_due`;

/** Unary `+`: filters without the column's index, so that a list is read in its order: 0.7 ms instead of 19. */
export const filterWithoutIndex = (column: SQLWrapper) => sql`+${column}`;

/** Unary `+`: sorts without the column's index. A search of the audit log takes 0.3 ms instead of 690. */
export const sortWithoutIndex = (column: SQLWrapper) => sql`+${column}`;
