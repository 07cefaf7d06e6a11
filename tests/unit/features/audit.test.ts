import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { asc } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { audit, outbox } from "db/schema";
import {
  changePassword,
  endOwnSession,
  ownSessions,
  updateAccount,
} from "~/features/admins/account.server";
import { deleteAdmin, editAdmin } from "~/features/admins/admins.server";
import { createSession } from "~/features/auth/sessions.server";
import { CreateAnimal } from "~/features/animals/animal.schema";
import { createAnimal, deleteAnimal, editAnimal } from "~/features/animals/edit-animal.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { resend } from "~/features/mail/outbox-list.server";
import { ListMessages } from "~/features/messages/message.schema";
import {
  deleteMessages,
  deleteMessage,
  latestSeq,
  markMessage,
  sendMessage,
} from "~/features/messages/messages.server";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { anAdmin, anAnimal, anOrder, asStaff, quickHash } from "../../support/data/factories";

const aMessage = { name: "Asha Rao", email: "asha@example.org", subject: "", body: "Passes?" };
const anAnimalBody = { name: "Hoopoe", description: "Wears a crown of feathers." };

const rows = () => db.select().from(audit).orderBy(asc(audit.id)).all();

/** The first row that does not follow from the one before; undefined when the chain holds. */
function broken() {
  let previous = "";
  for (const { id, hash, ...row } of rows()) {
    const text = previous + JSON.stringify(Object.entries(row).sort());
    if (createHash("sha256").update(text).digest("base64url") !== hash) return id;
    previous = hash;
  }
  return undefined;
}

const fourRows = () =>
  transaction((tx) => {
    for (const status of ["paid", "cancelled", "paid", "refunded"]) {
      recordAudit(tx, asStaff(anAdmin()), {
        action: "order.status",
        target: "order 1",
        after: { status },
      });
    }
  });

describe("the audit", () => {
  test("records an animal's old description, but no unchanged edit", async () => {
    const owner = asStaff(anAdmin({ role: "owner" }));
    const { id } = anAnimal({ description: "Eats bamboo all day." });

    await editAnimal(owner, id, { description: "Sleeps all day." });
    await editAnimal(owner, id, { description: "Sleeps all day." });
    deleteAnimal(owner, id);

    const told = rows().map(({ action, before }) => [action, JSON.parse(before!).description]);
    expect(told).toEqual([
      ["animal.edit", "Eats bamboo all day."],
      ["animal.delete", "Sleeps all day."],
    ]);
  });

  test("is a hash chain over each row and the one before", () => {
    fourRows();

    expect(rows()).toHaveLength(4);
    expect(new Set(rows().map(({ hash }) => hash)).size).toBe(4);
    expect(broken()).toBeUndefined();
  });

  test.each([
    ["UPDATE audit SET actor_name = 'Nobody'", "audit rows are never changed"],
    ["UPDATE audit SET hash = ''", "audit rows are never changed"],
    ["DELETE FROM audit", "audit rows are never removed"],
    ["DELETE FROM audit WHERE id = 1", "audit rows are never removed"],
  ])("rejects %s", (sql, said) => {
    sqlite.exec("DELETE FROM sqlite_sequence WHERE name = 'audit'");
    fourRows();

    expect(() => sqlite.exec(sql)).toThrowError(said);
    expect(rows()).toHaveLength(4);
  });

  test("records actor, action, order and previous values", () => {
    const owner = anAdmin({ role: "owner", name: "Meera Iyer" });
    const { id, visitDate } = anOrder({ promoCode: "ZOO10" } as never);
    updateOrderStatus(asStaff(owner), id, "paid");
    deleteOrder(asStaff(owner), id);

    const said = rows().map(({ actorId, actorName, action, target }) => [
      actorId,
      actorName,
      action,
      target,
    ]);

    expect(said).toEqual([
      [null, "visitor", "order.place", `order ${id}`],
      [owner.id, "Meera Iyer", "order.status", `order ${id}`],
      [owner.id, "Meera Iyer", "order.delete", `order ${id}`],
    ]);
    expect(JSON.parse(rows()[1]?.before ?? "")).toEqual({ status: "pending" });
    expect(JSON.parse(rows()[1]?.after ?? "")).toEqual({ status: "paid" });
    expect(JSON.parse(rows()[2]?.before ?? "")).toEqual({ status: "paid", visitDate, total: 2700 });
    expect(broken()).toBeUndefined();
  });

  test("records bookings and expiries", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { id, visitDate } = anOrder();
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expireOverdue();
    vi.useRealTimers();

    const said = rows().map(({ actorName, action, target, before, after }) => [
      ...[actorName, action, target],
      ...[JSON.parse(before ?? "null"), JSON.parse(after ?? "null")],
    ]);

    const target = `order ${id}`;
    expect(said).toEqual([
      ["visitor", "order.place", target, null, { visitDate, visitSlot: "morning", total: 3000 }],
      ["site", "order.expire", target, { status: "pending" }, { status: "cancelled" }],
    ]);
  });

  test("contains no contact data", () => {
    anOrder({ status: "refunded" });

    expect(JSON.stringify(rows())).not.toMatch(/Asha|example\.org|98765/);
  });

  test("has a row for each action of staff", async () => {
    const password = "banyan-shade-7";
    const meera = anAdmin({
      role: "owner",
      name: "Meera Iyer",
      passwordHash: quickHash(password),
    });
    const owner = asStaff(meera);
    await createSession(meera.id, "test");
    const { id: colleague } = anAdmin();
    const [kept, gone] = [1, 2].map(() => sendMessage(aMessage).id);
    const order = anOrder();
    db.update(outbox).set({ state: "failed" }).run();
    const mail = db.select().from(outbox).get()!.id;
    const before = rows().length;

    const { id: animal } = await createAnimal(owner, CreateAnimal.parse(anAnimalBody));
    await editAnimal(owner, animal, { name: "Hoopoe of Pune" });
    deleteAnimal(owner, animal);
    markMessage(owner, kept!, { read: true });
    deleteMessage(owner, gone!);
    deleteMessages(owner, ListMessages.parse({}), latestSeq(owner));
    resend(owner, String(mail));
    editOrder(owner, order.id, { paymentMethod: "cash" });
    editAdmin(owner, colleague, { role: "editor" });
    deleteAdmin(owner, colleague);
    updateAccount(owner, { name: "Meera Iyer", email: "meera@zoo.test" });
    endOwnSession(owner, ownSessions(owner)[0]!.id);
    await changePassword(owner, { currentPassword: password, newPassword: `${password}-8` });

    const added = rows().slice(before);
    expect(added.map(({ action, target }) => `${action}: ${target}`)).toEqual([
      `animal.create: animal ${animal}`,
      `animal.edit: animal ${animal}`,
      `animal.delete: animal ${animal}`,
      `message.mark: message ${kept}`,
      `message.delete: message ${gone}`,
      "message.clear: messages",
      `mail.again: mail ${mail}`,
      `order.edit: order ${order.id}`,
      `admin.edit: admin ${colleague}`,
      `admin.delete: admin ${colleague}`,
      `account.update: admin ${meera.id}`,
      `session.end: admin ${meera.id}`,
      `account.password: admin ${meera.id}`,
    ]);
    expect(new Set(added.map(({ actorName }) => actorName))).toEqual(new Set(["Meera Iyer"]));
    const told = (action: string) => {
      const row = added.find((each) => each.action === action)!;
      return [JSON.parse(row.before ?? "null"), JSON.parse(row.after ?? "null")];
    };
    expect(told("animal.edit")).toMatchObject([{ name: "Hoopoe" }, { name: "Hoopoe of Pune" }]);
    expect(told("message.mark")).toEqual([
      { read: false, archived: false },
      { read: true, archived: false },
    ]);
    expect(told("message.clear")).toEqual([{ deleted: 1 }, null]);
    expect(told("order.edit")).toMatchObject([{ paymentMethod: "upi" }, { paymentMethod: "cash" }]);
    expect(told("admin.edit")).toMatchObject([{ role: "admin" }, { role: "editor" }]);
    expect(broken()).toBeUndefined();
  });

  test("has no row for rejected or empty changes", () => {
    const owner = asStaff(anAdmin({ role: "owner" }));
    const { id } = anOrder({ status: "paid" });
    const before = rows().length;

    updateOrderStatus(owner, id, "paid");
    expect(() => updateOrderStatus(owner, id, "pending")).toThrow();
    expireOverdue();

    expect(rows()).toHaveLength(before);
  });
});
