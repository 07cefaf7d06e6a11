import { allow, can, type Actor, type Staff } from "../access";
import { addDays } from "../clock";
import { listMessages, type Message } from "../message/messages.server";
import { ListMessages } from "../message/message.schema";
import { ListOrders } from "../order/order.query";
import { PAYMENT_METHODS, TICKET_TYPES } from "../order/order.rules";
import { listOrders } from "../order/order-list.server";
import { zooDay } from "../zoo-time.server";
import {
  animalCount,
  countForVisit,
  countPlacedOn,
  everIn,
  revenueBetween,
  salesIn,
  visitorsByDay,
} from "./figures.server";
import { averagePaise, barsOf, daysUpTo, monthsUpTo, nextMonth, type Period } from "./report.rules";

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
    revenuePaise: everIn("paid").paise,
    visitors: barsOf(daysUpTo(today, CHART_DAYS, visitorsByDay(first, today))),
    months: barsOf(revenueByMonth(today)),
    recent: listOrders(staff, ListOrders.parse({ limit: "3" })).items,
  };
}

/** Months are named by their first day. */
const revenueByMonth = (today: string) =>
  monthsUpTo(today, MONTHS).map((first) => ({
    day: first,
    value: revenueBetween(first, nextMonth(first)),
  }));

const newestMessages = (staff: Staff): Message[] =>
  listMessages(staff, ListMessages.parse({ archived: "false", limit: "3" })).items;

/** The reports screen for orders placed in a period; the chart is always the last seven days. */
export function reportOf(actor: Actor, period: Period) {
  allow(actor, "orders.read");
  const { pending, paid, cancelled, refunded } = salesIn(period);
  const all = [pending, paid, cancelled, refunded];
  return {
    revenuePaise: paid.paise,
    averagePaise: averagePaise(paid.paise, paid.count),
    orders: all.reduce((sum, { count }) => sum + count, 0),
    paid: paid.count,
    pending: pending.count,
    refunded: refunded.count,
    cancelled: cancelled.count,
    animals: animalCount(),
    chart: barsOf(revenueByDay(zooDay())),
    methods: PAYMENT_METHODS.map((method) => ({
      method,
      count: all.reduce((sum, sales) => sum + sales[method], 0),
    })),
    tickets: TICKET_TYPES.map((type) => ({
      type,
      paid: paid[type],
      booked: paid[type] + pending[type],
    })),
  };
}

const revenueByDay = (today: string) =>
  daysUpTo(today, CHART_DAYS, []).map(({ day }) => ({
    day,
    value: revenueBetween(day, addDays(day, 1)),
  }));

/** What the payments screen says above its list, over all orders. */
export function paymentFigures(actor: Actor) {
  allow(actor, "orders.read");
  const [paid, pending] = [everIn("paid"), everIn("pending")];
  return {
    revenuePaise: paid.paise,
    paid: paid.count,
    pending: pending.count,
    pendingPaise: pending.paise,
  };
}
