import type { Actor } from "~/domain/access";
import { dayInShort } from "~/domain/clock";
import { rupees } from "~/domain/money";
import { ListOrders } from "~/domain/order/order-list.schema";
import { listOrders } from "~/domain/order/order-list.server";
import { PAYMENT_LABEL } from "~/domain/order/order.rules";
import type { Period } from "~/domain/report/report.rules";
import { reportOf } from "~/domain/report/report.server";
import { orderRow } from "../order-view.server";
import { moneyByDay } from "./chart-view.server";

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
