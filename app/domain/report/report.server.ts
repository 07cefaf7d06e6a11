import { allow, can, type Actor, type Staff } from "../access";
import { addDays } from "../clock";
import { listMessages, type Message } from "../message/messages.server";
import { ListMessages } from "../message/message.schema";
import { ListOrders } from "../order/order.query";
import { PAYMENT_METHODS } from "../order/order.rules";
import { listOrders } from "../order/orders.server";
import { zooDay } from "../zoo-time.server";
import {
  animalCount,
  byStatus,
  countForVisit,
  countPlacedOn,
  methodCounts,
  revenueByDay,
  revenueOfMonth,
  ticketTotals,
  visitorsByDay,
  type Period,
} from "./figures.server";
import { averagePaise, barsOf, daysUpTo } from "./report.rules";

const CHART_DAYS = 7;
const MONTHS = 6;

/** The dashboard, over everything there is; the figures of orders only for who may read orders. */
export function dashboardOf(staff: Staff) {
  return {
    animals: animalCount(),
    messages: newestMessages(staff),
    orders: can(staff.role, "orders.read") ? orderFigures(staff) : null,
  };
}

function orderFigures(staff: Staff) {
  const today = zooDay();
  const first = addDays(today, 1 - CHART_DAYS);
  return {
    visitorsToday: countForVisit(today),
    placedToday: countPlacedOn(today),
    revenuePaise: byStatus().paid.paise,
    visitors: barsOf(daysUpTo(today, CHART_DAYS, visitorsByDay(first, today))),
    months: monthsUpTo(today.slice(0, 7)).map((month) => ({ month, paise: revenueOfMonth(month) })),
    recent: listOrders(staff, ListOrders.parse({ limit: "3" })).items,
  };
}

const newestMessages = (staff: Staff): Message[] =>
  listMessages(staff, ListMessages.parse({ archived: "false", limit: "3" })).items;

function monthsUpTo(last: string) {
  const [year = 0, month = 0] = last.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - MONTHS + at, 1)).toISOString().slice(0, 7),
  );
}

/** The reports screen for orders placed in a period; the chart is always the last seven days. */
export function reportOf(actor: Actor, period: Period) {
  allow(actor, "orders.read");
  const status = byStatus(period);
  const today = zooDay();
  const counted = methodCounts(period);
  return {
    revenuePaise: status.paid.paise,
    averagePaise: averagePaise(status.paid.paise, status.paid.count),
    orders: Object.values(status).reduce((sum, { count }) => sum + count, 0),
    paid: status.paid.count,
    pending: status.pending.count,
    refunded: status.refunded.count,
    cancelled: status.cancelled.count,
    animals: animalCount(),
    chart: barsOf(daysUpTo(today, CHART_DAYS, revenueByDay(today, CHART_DAYS))),
    methods: PAYMENT_METHODS.map((method) => ({
      method,
      count: counted.find((row) => row.method === method)?.count ?? 0,
    })),
    tickets: ticketTotals(period),
  };
}
