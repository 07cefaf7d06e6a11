import type { Staff } from "~/domain/access";
import { rupees } from "~/domain/money";
import { dashboardOf } from "~/domain/report/report.server";
import { moneyByMonth, peopleByDay } from "./chart-view.server";
import { orderView } from "./order-view.server";
import { whenOf } from "./when.server";

/** The dashboard in words; a chart only when it has something to show. */
export function dashboardView(staff: Staff) {
  const { animals, messages, orders } = dashboardOf(staff);
  return {
    animals,
    messages: messages.map(({ id, name, subject, body, read, createdAt }) => ({
      id,
      name,
      about: subject || firstLine(body),
      isNew: !read,
      when: whenOf(createdAt),
    })),
    orders: orders && {
      visitorsToday: orders.visitorsToday,
      placedToday: orders.placedToday,
      revenue: rupees(orders.revenuePaise),
      visitors: orders.visitors.some(({ value }) => value > 0)
        ? peopleByDay(orders.visitors)
        : null,
      months: orders.months.some(({ value }) => value > 0) ? moneyByMonth(orders.months) : null,
      recent: orders.recent.map(orderView),
    },
  };
}

const firstLine = (body: string) => body.trim().split("\n", 1)[0] ?? "";
