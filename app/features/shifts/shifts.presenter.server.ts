import { can, type Staff } from "~/features/auth/permissions";
import { namesOf } from "~/features/takings/takings.server";
import { createId } from "~/lib/ids.server";
import { loadOrError } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { formatCount } from "~/lib/intl";
import { formatRupees } from "~/lib/money";
import { formatDateTime } from "~/lib/time-zone.server";
import { forgottenShifts, listShifts } from "./list-shifts.server";
import { openShiftOf, type Shift } from "./open-shift.server";
import { movesOf } from "./shift-lines.server";
import { hoursTooLong, shiftPath } from "./shift.rules";
import { ListShifts } from "./shift.schema";

/** One's own open shift, or the form that opens one, and the list of shifts. */
export async function shiftsView(request: Request, staff: Staff) {
  const { page, limit } = ListShifts.parse({ page: readQuery(request).page });
  const { data, failure, status } = await loadOrError(request, () => {
    const { items, pagination } = listShifts(staff, { page, limit });
    const own = openShiftOf(staff.id);
    return { own: own ? ownView(own) : null, shifts: rowsOf(items), pagination };
  });
  return {
    content: data,
    isOfAll: can(staff, "payments.read"),
    newId: createId(),
    failure,
    httpStatus: status,
  };
}

/** Without what the cash must be: the drawer is counted blind. */
const ownView = (shift: Shift) => ({
  id: shift.id,
  opened: toTimestamp(shift.openedAt),
  float: formatRupees(shift.float),
  long: longLabel(shift),
  moves: movesOf(shift.id).map(moveView),
});

export const moveView = ({
  id,
  amount,
  reason,
  createdAt,
}: ReturnType<typeof movesOf>[number]) => ({
  id,
  what: amount > 0 ? "Cash in" : "Cash out",
  reason,
  when: formatDateTime(createdAt),
  amount: formatRupees(amount),
});

/** `Open for 17 hours`; null while that is no longer than a working day. */
export function longLabel(shift: Shift, now = Date.now()) {
  const hours = shift.closedAt === null ? hoursTooLong(shift, now) : null;
  return hours === null ? null : `Open for ${formatCount(hours, "hour")}`;
}

function rowsOf(rows: Shift[]) {
  const names = namesOf([...new Set(rows.map(({ adminId }) => adminId))]);
  return rows.map((shift) => ({
    id: shift.id,
    to: shiftPath(shift.id),
    label: shift.number === null ? "Open" : `Shift ${shift.number}`,
    isOpen: shift.closedAt === null,
    long: longLabel(shift),
    who: names.get(shift.adminId) ?? "",
    opened: formatDateTime(shift.openedAt),
    closed: shift.closedAt === null ? null : formatDateTime(shift.closedAt),
    ...countView(shift),
  }));
}

export const countView = ({ expected, counted, difference }: Shift) => ({
  expected: expected === null ? null : formatRupees(expected),
  counted: counted === null ? null : formatRupees(counted),
  difference: difference === null ? null : formatRupees(difference),
  isExact: difference === 0,
});

/** For the dashboard. */
export function forgottenShiftsView(staff: Staff) {
  const rows = forgottenShifts(staff);
  const names = namesOf([...new Set(rows.map(({ adminId }) => adminId))]);
  return rows.map((shift) => ({
    id: shift.id,
    to: shiftPath(shift.id),
    who: names.get(shift.adminId) ?? "",
    long: longLabel(shift) ?? "",
  }));
}
