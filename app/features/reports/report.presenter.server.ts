import { can, type Actor, type Staff } from "~/features/auth/permissions";
import { formatShortDate, INVALID_DAY, isIsoDate } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { PAYMENT_LABEL } from "~/features/orders/payment-methods";
import { periodFrom, type Period } from "./report.rules";
import { getReport } from "./report.server";
import { orderRow } from "~/features/orders/order.presenter.server";
import { loadOrError } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { moneyByDay } from "./chart.presenter.server";

export async function reportsView(request: Request, staff: Staff) {
  const query = readQuery(request);
  const period = periodFrom(query);
  const { data, failure, status } = await loadOrError(request, () => reportView(staff, period));
  const { from = "", to = "" } = period;
  return {
    report: data,
    failure,
    from: fieldOf(from, query.from),
    to: fieldOf(to, query.to),
    periodLabel: formatPeriod(period),
    httpStatus: status,
  };
}

const fieldOf = (day: string, typed = "") => {
  const error = typed && !isIsoDate(typed) ? INVALID_DAY : undefined;
  return { day, typed: error ? typed : day, error };
};

export function reportView(actor: Actor, period: Period) {
  const { chart, revenuePaise, averagePaise, methods, ...report } = getReport(actor, period);
  const newest = can(actor, "orders.read")
    ? listOrders(actor, ListOrders.parse({ ...period, limit: "10" })).items
    : [];
  return {
    ...report,
    revenue: formatRupees(revenuePaise),
    average: formatRupees(averagePaise),
    chart: moneyByDay(chart),
    methods: methods.map(({ method, count, paidPaise }) => ({
      label: PAYMENT_LABEL[method],
      count,
      paid: formatRupees(paidPaise),
    })),
    newest: newest.map(orderRow),
  };
}

export function formatPeriod({ from, to }: Period) {
  if (from && to)
    return from === to
      ? formatShortDate(from)
      : `${formatShortDate(from)} – ${formatShortDate(to)}`;
  if (from) return `since ${formatShortDate(from)}`;
  return to ? `up to ${formatShortDate(to)}` : "all orders";
}
