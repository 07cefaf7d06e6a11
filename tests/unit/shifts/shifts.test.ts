import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { payments, refunds, shifts } from "db/schema";
import { transaction } from "db/transaction.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { addPayment } from "~/features/payments/ledger.server";
import { forgottenShifts, listShifts } from "~/features/shifts/list-shifts.server";
import { openShiftOf } from "~/features/shifts/open-shift.server";
import { DENOMINATIONS, refundWay, type NoteCounts } from "~/features/shifts/shift.rules";
import { closeShift, findShift, moveCash, openShift } from "~/features/shifts/shifts.server";
import { HOUR_MS } from "~/lib/dates";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const owner = () => asStaff(anAdmin({ role: "owner" }));
const admin = () => asStaff(anAdmin({ role: "admin" }));
const editor = () => asStaff(anAdmin({ role: "editor" }));

const none = Object.fromEntries(DENOMINATIONS.map((rupees) => [rupees, 0])) as NoteCounts;
const count = (
  counts: Partial<NoteCounts>,
  reason = "",
  shownDifference: number | null = null,
) => ({
  counts: { ...none, ...counts },
  reason,
  shownDifference,
});

/** A shift that is closed as it was opened, with a float of ₹500, and one cash sale and its refund. */
function aClosedShift(by = admin()) {
  const { id } = openShift(by, { float: 50_000 });
  moveCash(by, id, { id: "move", amount: 10_000, reason: "Change" });
  const order = anOrder({ paymentMethod: "cash" });
  updateOrderStatus(by, order.id, "paid");
  updateOrderStatus(by, order.id, "refunded", { refundReason: "Rain" });
  closeShift(by, id, count({ 500: 1, 100: 1 }));
  return { by, id };
}

test("money that staff take by hand joins their open shift, and no other money does", () => {
  const by = admin();
  const before = anOrder();
  updateOrderStatus(by, before.id, "paid");
  const { id } = openShift(by, { float: 0 });
  const own = anOrder();
  updateOrderStatus(by, own.id, "paid");
  updateOrderStatus(by, own.id, "refunded");
  updateOrderStatus(admin(), anOrder().id, "paid");
  const online = anOrder();
  transaction((tx) =>
    addPayment(tx, {
      ...{ provider: "demo", providerPaymentId: "pay-1", order: orderById(online.id) },
      ...{ money: { amount: 1, currency: "INR" }, paidAt: Date.now(), by },
    }),
  );

  const ofShift = (rows: { orderId: string; shiftId: number | null }[]) =>
    rows.map(({ orderId, shiftId }) => [orderId, shiftId]);
  expect(ofShift(db.select().from(payments).all()).slice(0, 2)).toEqual([
    [before.id, null],
    [own.id, id],
  ]);
  expect(
    db
      .select()
      .from(payments)
      .all()
      .filter(({ shiftId }) => shiftId !== null),
  ).toHaveLength(1);
  expect(ofShift(db.select().from(refunds).all())).toEqual([[own.id, id]]);
});

test("a difference is answered with a question, and needs a reason for just that difference", () => {
  const by = admin();
  const { id } = openShift(by, { float: 50_000 });
  expect(closeShift(by, id, count({ 100: 4 }))).toEqual({ difference: -10_000 });
  expect(closeShift(by, id, count({ 100: 4 }, "Lost"))).toEqual({ difference: -10_000 });
  expect(closeShift(by, id, count({ 100: 4 }, "", -10_000))).toEqual({ difference: -10_000 });
  moveCash(by, id, { id: "late", amount: 5_000, reason: "Change" });
  expect(closeShift(by, id, count({ 100: 4 }, "Lost", -10_000))).toEqual({ difference: -15_000 });
  expect(openShiftOf(by.id)).toBeDefined();

  expect(closeShift(by, id, count({ 100: 4 }, "Lost", -15_000))).toMatchObject({
    closed: { number: 1, counted: 40_000, expected: 55_000, difference: -15_000, reason: "Lost" },
  });
});

test("closing again changes nothing, and a second window is refused", () => {
  const { by, id } = aClosedShift();
  const before = db.select().from(shifts).all();
  closeShift(by, id, count({ 500: 1, 100: 1 }));
  expect(() => closeShift(by, id, count({ 500: 2 }))).toThrowError("Shift 1 is closed");
  expect(() => closeShift(owner(), id, count({ 500: 1, 100: 1 }))).toThrowError("is closed");
  const move = { id: "late", amount: 1, reason: "Change" };
  expect(() => moveCash(by, id, move)).toThrowError("Shift 1 is closed");
  expect(db.select().from(shifts).all()).toEqual(before);
});

test("one person has one open shift; the next one is another", () => {
  const { by, id } = aClosedShift();
  const next = openShift(by, { float: 100 });
  expect(next.id).not.toBe(id);
  expect(openShift(by, { float: 100 }).id).toBe(next.id);
  expect(() => openShift(by, { float: 200 })).toThrowError("You have an open shift");
});

test.each([
  "DELETE FROM shifts",
  "UPDATE shifts SET reason = 'x'",
  "UPDATE shifts SET counted = 1, difference = -5",
  "UPDATE shifts SET closed_at = NULL",
  "DELETE FROM shift_moves",
  "UPDATE shift_moves SET amount = 1",
  "INSERT INTO shift_moves VALUES ('x', 1, 5, 'x', 'a', 0)",
  "UPDATE payments SET shift_id = NULL",
  "UPDATE payments SET method = 'card'",
  "UPDATE refunds SET shift_id = NULL",
  "UPDATE refunds SET state = 'withdrawn'",
  "UPDATE refunds SET bank_reference = '1'",
  `INSERT INTO payments (receipt_number, provider, provider_payment_id, amount, currency, day, paid_at, created_at, shift_id)
   VALUES (9, 'manual', 'x', 1, 'INR', '2099-01-01', 0, 0, (SELECT id FROM shifts))`,
  `INSERT INTO refunds (reference, amount, method, requested_by, requested_at, shift_id)
   VALUES ('refund-of-it', 1, 'hand', 'a', 0, (SELECT id FROM shifts))`,
])("the database rejects %s once the shift is closed", (statement) => {
  const { id } = aClosedShift();
  const rejected = statement.replace("'x', 1, 5", `'x', ${id}, 5`);
  expect(() => sqlite.exec(rejected)).toThrowError(
    /closed|deleted|does not change|stays in its shift/,
  );
});

test("the database rejects a number that leaves a gap", () => {
  openShift(admin(), { float: 0 });
  const close = (number: number) =>
    sqlite.exec(`UPDATE shifts SET number = ${number}, closed_at = 1, closed_by = 'a',
      denominations = '{}', totals = '{}', counted = 0, expected = 0, difference = 0`);
  expect(() => close(2)).toThrowError("without gaps");
  close(1);
});

test("undoing goes through the drawer of the press, or is refused", () => {
  const by = admin();
  const press = (status: "paid" | "refunded", id = anOrder({ paymentMethod: "cash" }).id) => {
    updateOrderStatus(by, id, status, { isUndoable: true });
    return id;
  };
  const before = press("paid");
  const { id } = openShift(by, { float: 0 });
  expect(() => undoStatusChange(by, before)).toThrowError("A shift was opened or closed since");

  const within = press("paid");
  undoStatusChange(by, within);
  const sold = press("paid");
  press("refunded", sold);
  undoStatusChange(by, sold);
  expect(closeShift(by, id, count({ 10: 3 }))).toMatchObject({ closed: { expected: 3_000 } });

  const second = openShift(by, { float: 0 });
  const last = press("paid");
  closeShift(by, second.id, count({ 10: 3 }));
  expect(() => undoStatusChange(by, last)).toThrowError("A shift was opened or closed since");
  openShift(by, { float: 0 });
  expect(() => undoStatusChange(by, last)).toThrowError("A shift was opened or closed since");
});

test("who may open, close and read", () => {
  const [one, other, boss] = [admin(), admin(), owner()];
  expect(() => openShift(editor(), { float: 0 })).toThrowError(/insufficient role/);
  const { id } = openShift(one, { float: 0 });
  expect(() => findShift(editor(), id)).toThrowError(/insufficient role/);
  expect(() => listShifts(editor(), { page: 1, limit: 5 })).toThrowError(/insufficient role/);
  expect(findShift(other, id).id).toBe(id);
  expect(() => closeShift(other, id, count({}))).toThrowError(/insufficient role/);
  expect(() => moveCash(boss, id, { id: "m", amount: 1, reason: "x" })).toThrowError("not found");
  expect(closeShift(boss, id, count({}))).toMatchObject({ closed: { closedBy: boss.id } });
});

test("a shift is forgotten once it has been open for more than 16 hours", () => {
  const [one, boss] = [admin(), owner()];
  openShift(one, { float: 0 });
  vi.setSystemTime(Date.now() + 16 * HOUR_MS);
  expect(forgottenShifts(boss)).toEqual([]);
  vi.setSystemTime(Date.now() + 1);
  expect(forgottenShifts(boss)).toMatchObject([{ adminId: one.id }]);
  expect(forgottenShifts(editor())).toEqual([]);
});

test.each([
  ["", { provider: "manual", method: "upi" }, "upi"],
  ["", { provider: "manual", method: "cash" }, "cash"],
  ["", { provider: "demo", method: "card" }, "cash"],
  ["103608848276", { provider: "demo", method: "card" }, "other"],
  ["", null, "cash"],
] as const)("a refund by hand with reference %j of %j goes by %s", (reference, payment, way) => {
  expect(refundWay(reference, payment)).toBe(way);
});
