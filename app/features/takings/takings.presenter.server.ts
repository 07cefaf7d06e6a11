import { authorize, can, type Staff } from "~/features/auth/permissions";
import { formatPeriod } from "~/features/reports/report.presenter.server";
import { periodFrom } from "~/features/reports/report.rules";
import { shiftNumbers } from "~/features/shifts/list-shifts.server";
import { shiftPath } from "~/features/shifts/shift.rules";
import { formatShortDate, INVALID_DAY, isIsoDate } from "~/lib/dates";
import { redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { loadOrError } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { formatRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { listMoney, type MoneyLine } from "./money-lines.server";
import {
  countDays,
  LINE_LABEL,
  MAX_DAYS,
  moneyLabel,
  namedPeriods,
  neighbours,
  netOf,
  toDays,
  TOO_MANY_DAYS,
  type Days,
  type Sums,
} from "./takings.rules";
import { ListMoney } from "./takings.schema";
import { locksOf, namesOf, takingsOf } from "./takings.server";

export async function takingsView(request: Request, staff: Staff) {
  const query = readQuery(request);
  const today = toLocalDate();
  const days = toDays(periodFrom(query), today);
  const isTooLong = countDays(days) > MAX_DAYS;
  const { page } = ListMoney.parse({ page: query.page });
  const { data, failure, status } = await loadOrError(request, () => {
    authorize(staff, "payments.read");
    return isTooLong ? null : periodView(staff, days, today, page);
  });
  const isLockable = data?.days.find(({ id }) => id === query.id)?.isLockable ?? false;
  if (query.confirm && !isLockable) throw redirectWithoutConfirm(request);
  return {
    from: fieldOf(days.from, query.from, isTooLong),
    to: fieldOf(days.to, query.to),
    period: { label: formatPeriod(days), days, ...neighbours(days), named: namedPeriods(today) },
    takings: data,
    locking: query.confirm ? { day: query.id ?? "", label: formatShortDate(query.id ?? "") } : null,
    failure,
    httpStatus: status,
  };
}

const fieldOf = (day: string, typed = "", isTooLong = false) => {
  const isWrong = typed !== "" && !isIsoDate(typed);
  const error = isTooLong ? TOO_MANY_DAYS : undefined;
  return isWrong ? { typed, error: INVALID_DAY } : { typed: day, error };
};

async function periodView(staff: Staff, days: Days, today: string, page: number) {
  const { total, byDay, byWay, byStaff } = await takingsOf(staff, days);
  const { items, pagination } = listMoney(staff, byDay, { page, limit: ListMoney.parse({}).limit });
  const locks = new Map(locksOf(days).map(({ day, lockedBy }) => [day, lockedBy]));
  const names = namesOf([...byStaff.map(({ who }) => who), ...locks.values()]);
  const numbers = shiftNumbers(items.map(({ shiftId }) => shiftId));
  const mayLock = can(staff, "payments.lock");
  const single = days.from === days.to ? [days.from] : [];
  const sumsByDay = new Map(byDay.map((sums) => [sums.day, sums]));
  const shown = [...new Set([...sumsByDay.keys(), ...locks.keys(), ...single])].toSorted();
  return {
    mayLock,
    total: sumsView(total),
    days: shown.map((day) => ({
      id: day,
      label: formatShortDate(day),
      ...sumsView(sumsByDay.get(day) ?? NOTHING),
      lockedBy: locks.has(day) ? (names.get(locks.get(day) ?? "") ?? "") : null,
      isLockable: mayLock && day <= today && !locks.has(day),
    })),
    ways: byWay.map(({ source, method, ...sums }) => ({
      id: `${source} ${method}`,
      label: moneyLabel(source, method),
      ...sumsView(sums),
    })),
    staff: byStaff.map(({ who, ...sums }) => ({
      id: who,
      label: names.get(who) ?? "",
      ...sumsView(sums),
    })),
    lines: items.map((line) => ({
      ...lineView(line),
      who: names.get(line.who) ?? "",
      shift: shiftView(line, numbers),
    })),
    pagination,
  };
}

const NOTHING: Sums = { came: 0, went: 0, returned: 0 };

const sumsView = (sums: Sums) => ({
  came: formatRupees(sums.came),
  went: formatRupees(-sums.went),
  returned: sums.returned > 0 ? formatRupees(sums.returned) : null,
  net: formatRupees(netOf(sums)),
});

const shiftView = ({ shiftId }: MoneyLine, numbers: ReturnType<typeof shiftNumbers>) =>
  shiftId === null
    ? null
    : { to: shiftPath(shiftId), label: `Shift ${numbers.get(shiftId) ?? "(open)"}` };

const lineView = ({ kind, id, day, amount, number, orderId, orderSeq, ...line }: MoneyLine) => ({
  id: `${kind}-${id}`,
  day: formatShortDate(day),
  kind,
  what: LINE_LABEL[kind],
  number,
  orderId,
  hasOrder: orderSeq !== null,
  way: moneyLabel(line.source, line.method),
  isToReview: line.review !== "",
  amount: formatRupees(kind === "refund" ? -amount : amount),
});
