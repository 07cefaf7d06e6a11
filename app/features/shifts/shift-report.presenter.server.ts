import { can, type Staff } from "~/features/auth/permissions";
import { paperOf } from "~/features/receipts/receipt.rules";
import { rollLength } from "~/features/receipts/roll.rules";
import { namesOf } from "~/features/takings/takings.server";
import { addressLine, legalLine } from "~/features/zoo/zoo-profile";
import { zooProfile } from "~/features/zoo/zoo-profile.server";
import { readQuery } from "~/lib/http/read-body.server";
import { formatRupees, PAISE_PER_RUPEE } from "~/lib/money";
import { formatDateTime } from "~/lib/time-zone.server";
import type { Shift } from "./open-shift.server";
import { movesOf, refundsOf, totalsOf } from "./shift-lines.server";
import {
  DENOMINATIONS,
  expectedCash,
  MONEY_WAYS,
  shiftPath,
  WAY_LABEL,
  type MoneyWay,
  type ShiftTotals,
  type WaySum,
} from "./shift.rules";
import { authorizeClosing, findShift, mayClose } from "./shifts.server";
import { countView, longLabel, moveView } from "./shifts.presenter.server";

/** The X report of an open shift, and the Z report of a closed one. Throws as `findShift`. */
export function shiftReportView(request: Request, staff: Staff, id: string) {
  const shift = findShift(staff, Number(id));
  const totals = totalsOf(shift);
  const isBlind = isCountedBlind(staff, shift);
  const zoo = zooProfile();
  const report = {
    ...headView(shift),
    zoo: {
      name: zoo.name,
      lines: [legalLine(zoo), addressLine({ ...zoo, name: "" })].filter(Boolean),
    },
    facts: factsOf(shift),
    taken: waysView(totals.payments, isBlind),
    refunded: waysView(totals.refunds, false, -1),
    refunds: refundsView(shift.id),
    moves: movesOf(shift.id).map(moveView),
    counts: countsView(shift),
    cash: isBlind ? null : cashView(shift, totals),
    ...countView(shift),
    reason: shift.reason,
  };
  return {
    ...report,
    paper: paperOf(readQuery(request).paper),
    length: rollLength(textsOf(report), FRAME_MM),
    closing: mayClose(staff, shift) ? `${shiftPath(shift.id)}/close` : null,
  };
}

/** Margins, the name of the zoo, the headings of the parts, and the last lines. */
const FRAME_MM = 110;

type Printed = {
  zoo: { name: string; lines: string[] };
  facts: { name: string; value: string }[];
  taken: Line[];
  refunded: Line[];
  refunds: { orderId: string; reason: string; who: string; way: string }[];
  moves: ReturnType<typeof moveView>[];
  counts: Line[];
  cash: { rows: Line[] } | null;
  reason: string;
};
type Line = { label: string; amount: string };

/** What is printed, line by line. */
const textsOf = ({ zoo, facts, refunds, moves, cash, reason, ...report }: Printed) => [
  ...[zoo.name, ...zoo.lines, reason],
  ...facts.map(({ name, value }) => `${name} ${value}`),
  ...[...report.taken, ...report.refunded, ...report.counts, ...(cash?.rows ?? [])].map(
    ({ label, amount }) => `${label} ${amount}`,
  ),
  // Beside the amount there is less room.
  ...refunds.flatMap((refund) => [
    refund.orderId,
    `${refund.reason}. ${refund.who}, ${refund.way}`.padEnd(50),
  ]),
  ...moves.map(({ what, reason: why, when }) => `${what}: ${why}, ${when}`.padEnd(50)),
];

/** Whoever counts a drawer does not see before what must be in it; owners do. */
const isCountedBlind = (staff: Staff, { adminId, closedAt }: Shift) =>
  closedAt === null && adminId === staff.id && !can(staff, "shifts.close");

function headView(shift: Shift) {
  const isClosed = shift.closedAt !== null;
  return {
    title: isClosed ? `Shift ${shift.number}` : "Open shift",
    report: isClosed ? "Z report" : "X report",
    isClosed,
    long: longLabel(shift),
  };
}

function factsOf({ adminId, openedAt, closedAt, closedBy, float }: Shift) {
  const names = namesOf([adminId, closedBy ?? adminId]);
  const facts = [
    { name: "Who", value: names.get(adminId) ?? "" },
    { name: "Opened", value: formatDateTime(openedAt) },
    { name: "Closed", value: closedAt === null ? "" : formatDateTime(closedAt) },
    { name: "Counted by", value: closedBy ? (names.get(closedBy) ?? "") : "" },
    { name: "Float", value: formatRupees(float) },
  ];
  return facts.filter(({ value }) => value !== "");
}

/** A way without money is left out, but cash, UPI and card of the takings. */
function waysView(sums: Record<MoneyWay, WaySum>, isBlind: boolean, sign = 1) {
  const shown = MONEY_WAYS.filter((way) => sums[way].count > 0 || (sign > 0 && way !== "other"));
  return shown.map((way) => ({
    id: way,
    label: `${WAY_LABEL[way]} (${sums[way].count})`,
    amount: isBlind && way === "cash" ? "To be counted" : formatRupees(sign * sums[way].paise),
  }));
}

function refundsView(shiftId: number) {
  const rows = refundsOf(shiftId);
  const names = namesOf([...new Set(rows.map(({ requestedBy }) => requestedBy))]);
  return rows.map(({ id, orderId, orderSeq, requestedBy, reason, way, amount }) => ({
    id,
    orderId,
    hasOrder: orderSeq !== null,
    who: names.get(requestedBy) ?? "",
    reason: reason || "No reason given",
    way: WAY_LABEL[way],
    amount: formatRupees(-amount),
  }));
}

const countsView = ({ denominations: counts }: Shift) =>
  counts === null
    ? []
    : DENOMINATIONS.filter((rupees) => counts[rupees] > 0).map((rupees) => ({
        id: rupees,
        label: `₹${rupees} × ${counts[rupees]}`,
        amount: formatRupees(counts[rupees] * rupees * PAISE_PER_RUPEE),
      }));

/** How the expected cash comes about. */
function cashView({ float }: Shift, totals: ShiftTotals) {
  const { payments, refunds, cashIn, cashOut } = totals;
  const rows = [
    { label: "Float", paise: float },
    { label: "Cash taken", paise: payments.cash.paise },
    { label: "Cash given back", paise: -refunds.cash.paise },
    { label: "Cash in", paise: cashIn },
    { label: "Cash out", paise: -cashOut },
  ];
  return {
    rows: rows.map(({ label, paise }) => ({ id: label, label, amount: formatRupees(paise) })),
    expected: formatRupees(expectedCash(float, totals)),
  };
}

/** The form that counts a drawer; for a closed shift only where its report is. Throws as `authorizeClosing`. */
export function closeView(staff: Staff, id: string) {
  const shift = findShift(staff, Number(id));
  authorizeClosing(staff, shift);
  const who = namesOf([shift.adminId]).get(shift.adminId) ?? "";
  return {
    id: shift.id,
    report: shiftPath(shift.id),
    closed: shift.number === null ? null : `Shift ${shift.number} is closed`,
    line: `${shift.adminId === staff.id ? "Your shift" : `The shift of ${who}`} since ${formatDateTime(shift.openedAt)}`,
  };
}
