import { paginationQuery } from "~/lib/pagination.schema";

export const ListAudit = paginationQuery([], 50).pick({ page: true, limit: true, q: true });
