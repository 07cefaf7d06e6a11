import { expect, onTestFinished, test, vi } from "vitest";
import type { Role } from "~/features/auth/roles";
import { listAudit } from "~/features/audit/audit-log.server";
import { closeDay } from "~/features/closures/close-day.server";
import { DAY_MS } from "~/lib/dates";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { orderById, orderAccessKey } from "~/features/orders/orders.server";
import { markRefundPaid, totalRefundsDue } from "~/features/orders/refunds-due.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { exportOrders } from "~/features/reports/order-export.server";
import { ordersCsv } from "~/features/orders/list/orders-csv.server";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { toText } from "~/features/mail/render-email.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { cookieOf } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";
import { claimedMail } from "../../support/site/claimed-mail";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const staff = (role: Role = "owner") => asStaff(anAdmin({ role }));

/** An order of ₹30 that took this way. */
function anOrderThatBecame(...way: OrderStatus[]) {
  const { id } = anOrder();
  const owner = staff();
  for (const next of way) updateOrderStatus(owner, id, next);
  return orderById(id);
}

/** An order whose visitor took the refund that a closed day offers. */
function aRefundAskedFor() {
  const { id, visitDate: day } = anOrderThatBecame("paid");
  closeDay(staff(), { day, slots: ["morning"], way: "offer", note: "" });
  return cancelAsVisitor(id, orderAccessKey(id));
}

const listed = (query = {}) =>
  listOrders(staff(), ListOrders.parse(query), { onlyOwed: true, byPhone: true });

test.each<{ way: OrderStatus[]; owed: boolean }>([
  { way: ["paid", "cancelled"], owed: true },
  { way: ["cancelled", "paid", "cancelled"], owed: true },
  { way: ["paid", "cancelled", "paid"], owed: false },
  { way: ["cancelled"], owed: false },
  { way: ["paid"], owed: false },
  { way: ["paid", "refunded"], owed: false },
  { way: ["paid", "refunded", "cancelled"], owed: false },
])("a refund of an order that became $way is due: $owed", ({ way, owed }) => {
  const { id } = anOrderThatBecame(...way);
  editOrder(staff(), id, { paymentMethod: "cash" });

  expect(orderById(id).refundDue).toBe(owed);
});

test("a requested refund is due, also after staff cancel the order", () => {
  const { id, refundDue, status } = aRefundAskedFor();
  expect([refundDue, status]).toEqual([true, "refunded"]);

  expect(updateOrderStatus(staff(), id, "cancelled").order.refundDue).toBe(true);
});

test("unpaid orders have no refund due", () => {
  const { id } = anOrder();
  anOrder({ status: "paid" });

  expect(cancelAsVisitor(id, orderAccessKey(id)).refundDue).toBe(false);
});

test("staff see refunds due until they are marked as paid", () => {
  const first = anOrderThatBecame("paid", "cancelled");
  anOrderThatBecame("paid", "refunded");
  const second = aRefundAskedFor();
  const ids = (query = {}) => listed(query).items.map(({ id }) => id);

  expect(totalRefundsDue(staff())).toEqual({ orders: 2, paise: 6_000 });
  expect(ids()).toEqual([second.id, first.id]);
  expect(listed().pagination.total).toBe(2);
  expect(ids({ limit: "1", page: "2" })).toEqual([first.id]);
  expect(ids({ status: "refunded" })).toEqual([second.id]);
  expect(ids({ q: "asha" })).toEqual([second.id, first.id]);
  expect(ids({ q: first.id })).toEqual([first.id]);

  markRefundPaid(staff("admin"), first.id);

  expect(totalRefundsDue(staff())).toEqual({ orders: 1, paise: 3_000 });
  expect(ids()).toEqual([second.id]);
  expect(orderById(first.id)).toMatchObject({ refundDue: false, status: "cancelled" });
});

test("a second refund names the colleague who paid before", () => {
  const { id } = anOrderThatBecame("paid", "cancelled");
  const first = asStaff(anAdmin({ role: "admin", name: "Kabir Singh" }));
  markRefundPaid(first, id);

  expect(() => markRefundPaid(staff(), id)).toThrowError(
    `Kabir Singh has marked order ${id} as repaid already`,
  );
  const refunded = anOrderThatBecame("paid", "refunded").id;
  expect(() => markRefundPaid(staff(), refunded)).toThrowError("Nothing of order");
});

test("the orders CSV includes what is to be given back and what was", async () => {
  anOrderThatBecame("paid", "cancelled");
  anOrderThatBecame("paid");
  anOrderThatBecame("paid", "refunded");

  const csv = await ordersCsv(exportOrders(staff(), {})).text();

  const [titles = [], ...rows] = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const cells = rows.map((row) =>
    ["Refund due", "Refunded"].map((title) => row[titles.indexOf(title)]),
  );
  expect(cells).toEqual([
    ["0", "30"],
    ["0", "0"],
    ["30", "0"],
  ]);
});

test("a paid refund is audited and mailed once", () => {
  const { id } = aRefundAskedFor();
  const admin = staff("admin");
  for (let mail = claimedMail(); mail; mail = claimedMail());

  markRefundPaid(admin, id);
  markRefundPaid(admin, id); // a second press

  const [newest, before] = listAudit(staff(), { target: `order ${id}`, limit: 2 }).items;
  expect(newest).toMatchObject({ action: "order.repay", actorName: admin.name });
  expect(JSON.parse(newest?.after ?? "")).toEqual({ total: 3_000 });
  expect(before?.action).toBe("order.cancel");

  const mail = claimedMail();
  expect(mail).toMatchObject({ kind: "repaid", recipient: "asha@example.org" });
  expect(mail && toText(renderTemplate(mail))).toContain("We have given you ₹30 back");
  expect(claimedMail()).toBeNull();
});

test("a refund after the visit is mailed as well", () => {
  const { id } = anOrderThatBecame("paid", "cancelled");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
  markRefundPaid(staff(), id);

  expect(claimedMail()).toMatchObject({ kind: "repaid" });
});

test("a refund mail is skipped if the order is paid again", () => {
  const { id } = anOrderThatBecame("paid", "cancelled");
  markRefundPaid(staff(), id);
  updateOrderStatus(staff(), id, "paid");

  expect(claimedMail()).toMatchObject({ kind: "paid" });
  expect(claimedMail()).toBeNull();
});

test.each(["pending", "paid"] as const)("an order that is %s has no refund due", (status) => {
  const { id } = anOrder({ status });

  expect(() => markRefundPaid(staff(), id)).toThrowError(`Order ${id} is now ${status}.`);
});

test("editors neither see refunds due nor mark them paid", () => {
  const { id } = anOrderThatBecame("paid", "cancelled");

  expect(() => totalRefundsDue(staff("editor"))).toThrowError("Forbidden: insufficient role");
  expect(() => markRefundPaid(staff("editor"), id)).toThrowError("Forbidden: insufficient role");
  expect(orderById(id).refundDue).toBe(true);
});

test("the question before an order is deleted names the money that is owed", async () => {
  const { id } = aRefundAskedFor();
  const cookie = await cookieOf("owner");
  for (const path of ["", `/${id}`]) {
    const url = `/admin/dashboard/orders${path}?confirm=delete&id=${id}`;
    const html = await (await sendAndRender(url, { headers: { cookie } })).text();
    expect(html.replaceAll("<!-- -->", "")).toContain("₹30 is still to be given back");
  }
});

test("a person who is owed money is not erased", () => {
  const { id, contactEmail } = aRefundAskedFor();

  expect(() => erasePerson(staff(), contactEmail)).toThrow(/refunds due/);
  markRefundPaid(staff(), id);
  erasePerson(staff(), contactEmail);
  expect(orderById(id).contactEmail).toBe("");
});
