import { authorize, can, type Actor, type Staff } from "~/features/auth/permissions";
import { ListMessages } from "~/features/messages/message.schema";
import { listMessages, type Message } from "~/features/messages/messages.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { totalRefundsDue } from "~/features/orders/refunds-due.server";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { toLocalDate } from "~/lib/time-zone.server";
import {
  animalCount,
  countForVisit,
  countPlacedOn,
  revenueByDay,
  revenueByMonth,
  salesByStatus,
  totalRevenue,
  typesSold,
  visitorsByDay,
} from "./sales-queries.server";
import {
  averagePaise,
  daysUpTo,
  monthsUpTo,
  PAYMENT_STATUSES,
  toBars,
  type Period,
} from "./report.rules";
import { allTicketTypes } from "~/features/tariff/tariff.server";

const CHART_DAYS = 7;
const MONTHS = 6;

export function getDashboard(staff: Staff) {
  return {
    animals: animalCount(),
    messages: newestMessages(staff),
    orders: can(staff, "orders.read") ? orderFigures(staff) : null,
  };
}

function orderFigures(staff: Staff) {
  const today = toLocalDate();
  const days = daysUpTo(today, CHART_DAYS);
  const months = monthsUpTo(today, MONTHS);
  const forToday = countForVisit(today);
  return {
    visitorsToday: forToday.count,
    calledOffToday: forToday.calledOff,
    placedToday: countPlacedOn(today),
    revenuePaise: totalRevenue(),
    visitors: toBars(days, visitorsByDay(days[0] ?? today, today)),
    months: toBars(months, revenueByMonth(months[0] ?? today)),
    refundsDue: totalRefundsDue(staff),
    recent: listOrders(staff, ListOrders.parse({ limit: "3" })).items,
  };
}

const newestMessages = (staff: Staff): Message[] =>
  can(staff, "messages.read")
    ? listMessages(staff, ListMessages.parse({ archived: "false", limit: "3" })).items
    : [];

/** Figures of the orders placed in a period; the chart always has the last seven days. Throws `forbidden`. */
export function getReport(actor: Actor, period: Period) {
  authorize(actor, "reports.read");
  const { pending, paid, cancelled, refunded } = salesByStatus(period);
  const sold = { paid: typesSold("paid", period), pending: typesSold("pending", period) };
  const all = [pending, paid, cancelled, refunded];
  const today = toLocalDate();
  const days = daysUpTo(today, CHART_DAYS);
  return {
    revenuePaise: paid.paise,
    averagePaise: averagePaise(paid.paise, paid.count),
    orders: all.reduce((sum, { count }) => sum + count, 0),
    paid: paid.count,
    pending: pending.count,
    refunded: refunded.count,
    cancelled: cancelled.count,
    animals: animalCount(),
    chart: toBars(days, revenueByDay(days[0] ?? today)),
    methods: PAYMENT_METHOD_IDS.map((method) => ({
      method,
      count: all.reduce((sum, sales) => sum + (sales.by[method]?.count ?? 0), 0),
      paidPaise: paid.by[method]?.paise ?? 0,
    })),
    tickets: allTicketTypes()
      .map(({ id, label, active }) => {
        const [paidTickets, waiting] = [sold.paid.get(id) ?? 0, sold.pending.get(id) ?? 0];
        return { type: id, label, active, paid: paidTickets, booked: paidTickets + waiting };
      })
      .filter(({ active, booked }) => active || booked > 0),
  };
}

export function paymentFigures(actor: Actor) {
  authorize(actor, "orders.read");
  const { paid, pending } = salesByStatus({}, PAYMENT_STATUSES);
  return {
    revenuePaise: paid.paise,
    paid: paid.count,
    pending: pending.count,
    pendingPaise: pending.paise,
  };
}
