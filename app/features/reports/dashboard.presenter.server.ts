import { can, type Staff } from "~/features/auth/permissions";
import { rupees } from "~/lib/money";
import { dashboardOf } from "./report.server";
import { backupState } from "~/features/maintenance/scheduled-backups.server";
import { whatIsWrong } from "~/features/maintenance/readiness.server";
import { orderInShort } from "~/features/orders/order.presenter.server";
import { moneyByMonth, peopleByDay } from "./chart.presenter.server";
import { whenOf } from "~/lib/http/timestamp.server";

/** The dashboard in words; a chart only when it has something to show. */
export function dashboardView(staff: Staff) {
  const { animals, messages, orders } = dashboardOf(staff);
  return {
    troubles: whatIsWrong(),
    backup: can(staff.role, "backups.read") ? backupLine(staff) : null,
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
      calledOffToday: orders.calledOffToday,
      placedToday: orders.placedToday,
      revenue: rupees(orders.revenuePaise),
      visitors: orders.visitors.some(({ value }) => value > 0)
        ? peopleByDay(orders.visitors)
        : null,
      months: orders.months.some(({ value }) => value > 0) ? moneyByMonth(orders.months) : null,
      owed: orders.owed,
      recent: orders.recent.map(orderInShort),
    },
  };
}

/** Null when the site makes no backups of its own. */
function backupLine(staff: Staff) {
  const state = backupState(staff);
  if (!state) return null;
  const { newest, isOverdue } = state;
  return { last: newest && { when: whenOf(newest.at), size: sizeOf(newest.bytes) }, isOverdue };
}

/** `12 MB`; a small file counts as a tenth at least. */
const sizeOf = (bytes: number) => {
  const megabytes = bytes / 1_000_000;
  return `${megabytes >= 10 ? Math.round(megabytes) : Math.max(megabytes, 0.1).toFixed(1)} MB`;
};

const firstLine = (body: string) => body.trim().split("\n", 1)[0] ?? "";
