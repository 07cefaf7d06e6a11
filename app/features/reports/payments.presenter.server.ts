import type { Staff } from "~/features/auth/permissions";
import { orderListView } from "~/features/orders/list/order-list.presenter.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { readQuery } from "~/lib/http/read-body.server";
import { PAYMENT_STATUSES } from "./report.rules";
import { paymentFigures } from "./report.server";

const PAGE_SIZE = "100";

export async function paymentsView(request: Request, staff: Staff) {
  const { q = "", page, ...query } = readQuery(request);
  const status = PAYMENT_STATUSES.find((known) => known === query.status) ?? "";
  const filters = { q, page, limit: PAGE_SIZE, status: status || PAYMENT_STATUSES.join() };
  const list = await orderListView(request, staff, filters);
  const figures = await withDomainErrors(() => paymentFigures(staff));
  return { ...list, figures, q, status };
}
