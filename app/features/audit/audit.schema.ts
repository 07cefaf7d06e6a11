import { paginationQuery } from "~/lib/pagination.schema";

/** What the audit screen takes. */
export const ListAudit = paginationQuery([], 50).pick({ page: true, limit: true, q: true });
