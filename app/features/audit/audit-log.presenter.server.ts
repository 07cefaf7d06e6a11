import type { Staff } from "~/features/auth/permissions";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { timeOfDay } from "~/lib/time-zone.server";
import { listAudit, verifyAudit } from "./audit-log.server";
import { auditView } from "./audit.presenter.server";
import { ListAudit } from "./audit.schema";

/** The check of a long log continues after the page is sent. */
const CHECK_BUDGET_MS = 10;

export async function auditLogView(request: Request, staff: Staff) {
  const { target = "", page, check } = readQuery(request);
  const { items, pagination, failure, note, status } = await loadList(
    request,
    ListAudit,
    { q: target, page },
    (query) => listAudit(staff, query),
  );
  const { startedAt, ...chain } = await withDomainErrors(() =>
    verifyAudit(staff, check === "again", CHECK_BUDGET_MS),
  );
  return {
    rows: items.map(auditView),
    pagination,
    failure,
    note,
    target,
    chain: { ...chain, checked: timeOfDay(startedAt) },
    httpStatus: status,
  };
}
