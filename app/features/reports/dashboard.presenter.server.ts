import { can, type Staff } from "~/features/auth/permissions";
import { unusuallyUnpaid } from "~/features/capacity/slot-occupancy.server";
import { formatShortDate } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import { openSetupSteps } from "~/features/setup/setup.presenter.server";
import { getDashboard } from "./report.server";
import { backupState } from "~/features/maintenance/scheduled-backups.server";
import { mailStatusView } from "~/features/mail/status/mail-status.presenter.server";
import { offsiteProblem } from "~/features/maintenance/offsite-backups.server";
import { proxyProblems } from "~/features/maintenance/proxy-problems.server";
import { readinessProblems } from "~/features/maintenance/readiness.server";
import { orderSummary } from "~/features/orders/order.presenter.server";
import { moneyByMonth, peopleByDay } from "./chart.presenter.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { countRows } from "~/features/reconcile/find-rows.server";
import { forgottenShiftsView } from "~/features/shifts/shifts.presenter.server";
import { slotLabel } from "~/features/slots/slots.server";

export function dashboardView(staff: Staff) {
  const { animals, messages, orders } = getDashboard(staff);
  return {
    problems: [...readinessProblems(), ...proxyProblems()],
    setup: openSetupSteps(staff),
    backup: can(staff, "backups.read") ? backupView(staff) : null,
    offsite: can(staff, "backups.read") ? offsiteView(staff) : null,
    mail: mailStatusView(staff),
    forgottenShifts: forgottenShiftsView(staff),
    animals,
    messages: messages.map(({ id, name, subject, body, read, createdAt }) => ({
      id,
      name,
      about: subject || firstLine(body),
      isNew: !read,
      when: toTimestamp(createdAt),
    })),
    orders: orders && {
      visitorsToday: orders.visitorsToday,
      calledOffToday: orders.calledOffToday,
      placedToday: orders.placedToday,
      revenue: formatRupees(orders.revenuePaise),
      visitors: orders.visitors.some(({ value }) => value > 0)
        ? peopleByDay(orders.visitors)
        : null,
      months: orders.months.some(({ value }) => value > 0) ? moneyByMonth(orders.months) : null,
      refundsDue: orders.refundsDue,
      toReconcile: countRows(staff),
      unpaid: unpaidView(staff),
      recent: orders.recent.map(orderSummary),
    },
  };
}

const MAX_UNPAID = 3;

function unpaidView(staff: Staff) {
  const slots = unusuallyUnpaid(staff);
  return {
    slots: slots.slice(0, MAX_UNPAID).map(({ day, slot, people, capacity }) => ({
      day,
      label: `${formatShortDate(day)}, ${slotLabel(slot).toLowerCase()}`,
      people,
      capacity,
    })),
    more: Math.max(0, slots.length - MAX_UNPAID),
  };
}

function backupView(staff: Staff) {
  const state = backupState(staff);
  if (!state) return null;
  const { newest, isOverdue } = state;
  return {
    last: newest && { when: toTimestamp(newest.at), size: formatSize(newest.bytes) },
    isOverdue,
  };
}

function offsiteView(staff: Staff) {
  const problem = offsiteProblem(staff);
  if (!problem) return null;
  const { newestAt, failure } = problem;
  return {
    newest: newestAt === null ? null : toTimestamp(newestAt),
    failure: failure && { reason: failure.reason, when: toTimestamp(failure.at) },
  };
}

const formatSize = (bytes: number) => {
  const megabytes = bytes / 1_000_000;
  return `${megabytes >= 10 ? Math.round(megabytes) : Math.max(megabytes, 0.1).toFixed(1)} MB`;
};

const firstLine = (body: string) => body.trim().split("\n", 1)[0] ?? "";
