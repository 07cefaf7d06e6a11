import { listQuery } from "~/lib/pagination.schema";

/** What the audit screen takes. */
export const ListAudit = listQuery([], 50).pick({ page: true, limit: true, q: true });
