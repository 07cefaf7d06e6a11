import type { Actor } from "~/features/auth/permissions";
import { dayInShort } from "~/lib/dates";
import { rupees } from "~/lib/money";
import { ListOrders } from "~/features/orders/order-list.schema";
import { listOrders } from "~/features/orders/order-list.server";
import { PAYMENT_LABEL } from "~/features/orders/order.rules";
import type { Period } from "./report.rules";
import { reportOf } from "./report.server";
import { orderRow } from "~/features/orders/order.presenter.server";
import { moneyByDay } from "./chart.presenter.server";

/** The reports screen in words. Throws `forbidden`. */
export function reportView(actor: Actor, period: Period) {
  const { chart, revenuePaise, averagePaise, methods, ...report } = reportOf(actor, period);
  const newest = listOrders(actor, ListOrders.parse({ ...period, limit: "10" }));
  return {
    ...report,
    revenue: rupees(revenuePaise),
    average: rupees(averagePaise),
    chart: moneyByDay(chart),
    methods: methods.map(({ method, count, paidPaise }) => ({
      label: PAYMENT_LABEL[method],
      count,
      paid: rupees(paidPaise),
    })),
    newest: newest.items.map(orderRow),
  };
}

/** `1 Aug 2025 – 31 Aug 2025` */
export function periodInWords({ from, to }: Period) {
  if (from && to) return from === to ? dayInShort(from) : `${dayInShort(from)} – ${dayInShort(to)}`;
  if (from) return `since ${dayInShort(from)}`;
  return to ? `up to ${dayInShort(to)}` : "all orders";
}
