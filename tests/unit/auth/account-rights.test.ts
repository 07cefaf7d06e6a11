import { expect, test } from "vitest";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { changeRights } from "~/features/admins/account-rights.server";
import { adminById, editAdmin } from "~/features/admins/admins.server";
import { handleAdminAction } from "~/features/admins/admins.actions.server";
import { RIGHTS } from "~/features/auth/rights";
import { createSession, staffOfAccess } from "~/features/auth/sessions.server";
import { setAdminsClose, mayClose } from "~/features/closures/closing-right.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { orderById } from "~/features/orders/orders.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const forbidden = (message = "Forbidden: insufficient role") =>
  expect.objectContaining({ code: "forbidden", message });
const none = { rights: {}, refundLimitPaise: null };

/** A party of three adults at ₹20. */
const aPaidOrder = () => anOrder({ status: "paid", items: [{ ticketType: "adult", quantity: 3 }] });

test("a change counts from the next request of a session that is open", async () => {
  const admin = anAdmin({ role: "editor" });
  const { accessToken } = await createSession(admin.id, "test");
  changeRights(owner(), admin.id, { rights: { orders: true }, refundLimitPaise: 5_000 });

  const staff = await staffOfAccess(accessToken);
  expect(staff).toMatchObject({ rights: { orders: true }, refundLimitPaise: 5_000 });
  const { id } = anOrder();
  expect(updateOrderStatus(staff, id, "paid").order.status).toBe("paid");
  expect(() => updateOrderStatus(staff, id, "refunded")).toThrowError(forbidden());
});

test("only owners change rights, not even one's own, and never an owner's", () => {
  const admin = anAdmin({ role: "admin" });
  const all = { rights: { staff: true, zoo: true }, refundLimitPaise: null };
  const withAll = asStaff({ ...admin, ...all });
  expect(() => changeRights(withAll, admin.id, all)).toThrowError(forbidden());
  const { id } = anAdmin({ role: "owner" });
  const change = { rights: { orders: false }, refundLimitPaise: null };
  expect(() => changeRights(owner(), id, change)).toThrowError("An owner has every right");
});

test("a stale form changes nothing, a repeated one is fine, and the log names what changed", () => {
  const { id, updatedAt } = anAdmin({ role: "editor" });
  const change = { rights: { counter: true }, refundLimitPaise: null };
  changeRights(owner(), id, change, updatedAt);
  changeRights(owner(), id, change, updatedAt);
  expect(() => changeRights(owner(), id, none, updatedAt - 1)).toThrowError("Someone else");
  const [row, ...others] = db
    .select()
    .from(audit)
    .all()
    .filter(({ action }) => action === "admin.rights");
  expect(others).toEqual([]);
  expect(JSON.parse(row?.after ?? "")).toEqual({ counter: true, refundLimitPaise: null });
});

test("another role keeps what was granted and taken", () => {
  const { id } = anAdmin({ role: "editor" });
  changeRights(owner(), id, { rights: { gate: false }, refundLimitPaise: null });
  editAdmin(owner(), id, { role: "admin" });
  expect(adminById(db, id).rights).toEqual({ gate: false });
});

test("the form chooses for each right, and keeps an amount that is none", async () => {
  const { id } = anAdmin({ role: "editor" });
  const choices = Object.fromEntries(RIGHTS.map((right) => [`rights.${right}`, "role"]));
  const form = { intent: "rights", id, ...choices, "rights.reports": "yes", "rights.gate": "no" };
  await handleAdminAction(owner(), { ...form, refundLimit: "250.50" });
  expect(adminById(db, id)).toMatchObject({
    rights: { reports: true, gate: false },
    refundLimitPaise: 25_050,
  });
  await expect(handleAdminAction(owner(), { ...form, refundLimit: "lots" })).rejects.toThrowError(
    expect.objectContaining({ issues: [expect.objectContaining({ path: "refundLimit" })] }),
  );
});

test("refunds up to a sum, counted by order, however they are made", () => {
  const clerk = asStaff(anAdmin({ role: "admin", refundLimitPaise: 4_000 }));
  const { id } = aPaidOrder();
  const limit = forbidden(
    "You may refund up to ₹40 for an order. Ask an owner to refund this one.",
  );
  expect(() => updateOrderStatus(clerk, id, "refunded")).toThrowError(limit);
  refundTickets(clerk, id, { tickets: [1] });
  refundTickets(clerk, id, { tickets: [2] });
  expect(() => updateOrderStatus(clerk, id, "refunded")).toThrowError(limit);
  expect(orderById(id).status).toBe("paid");

  const other = aPaidOrder();
  updateOrderStatus(clerk, other.id, "cancelled");
  expect(() => markRefundPaid(clerk, other.id)).toThrowError(limit);
  expect(markRefundPaid(owner(), other.id).refundDue).toBe(false);
});

test("closing that was granted to one stays when it is taken from all admins", () => {
  setAdminsClose(owner(), false);
  const admin = anAdmin({ role: "admin" });
  expect(mayClose(asStaff(admin))).toBe(false);
  expect(mayClose({ ...asStaff(admin), rights: { closing: true } })).toBe(true);
  setAdminsClose(owner(), true);
});
