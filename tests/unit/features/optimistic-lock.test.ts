import { describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { editAdmin, findAdmin } from "~/features/admins/admins.server";
import type { CapacityChange } from "~/features/capacity/capacity.rules";
import { changeCapacity, currentRuleVersion } from "~/features/capacity/change-capacity.server";
import { dateOverrides } from "~/features/capacity/capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { closureView } from "~/features/closures/closure.presenter.server";
import { findClosure, listClosures } from "~/features/closures/closures.server";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { addDays } from "~/lib/dates";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { ListMessages } from "~/features/messages/message.schema";
import {
  deleteMessages,
  deleteMessage,
  latestSeq,
  listMessages,
  sendMessage,
} from "~/features/messages/messages.server";
import { EditOrder } from "~/features/orders/order.schema";
import { findOrder } from "~/features/orders/find-order.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { cancelAsVisitor, rescheduleBlockedReason } from "~/features/booking/visitor-order.server";
import { anonymizeOrders } from "~/features/privacy/anonymize.server";
import { checkIn } from "~/features/gate/admission.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { toText } from "~/features/mail/render-email.server";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { claimedMail } from "../../support/site/claimed-mail";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import type { Slot } from "~/features/slots/slot";
import { SLOTS } from "../../support/data/slots";

/** What two people do to the same thing, or one twice. */

const owner = () => asStaff(anAdmin({ role: "owner" }));
const DAY = addDays(toLocalDate(), 5);
const nothing = { morning: null, afternoon: null, evening: null };
const usual = { what: "day", day: DAY, places: nothing, note: "" } as const;
const closing = (way: "offer" | "cancel", slots: Slot[] = ["morning"]) => ({
  day: DAY,
  slots,
  way,
  note: "Storm",
});
const booked = (many: number, status: "pending" | "paid" = "paid") =>
  anOrder({
    visitDate: DAY,
    visitSlot: "morning",
    items: [{ ticketType: "adult", quantity: many }],
    status,
  });
const now = ({ id }: { id: string }) => findOrder(owner(), id);
const held = () =>
  sqlite.prepare("SELECT held FROM slot_occupancy WHERE visit_slot = 'morning'").pluck().get();

function mails() {
  const all: { kind: string; id: string; text: string }[] = [];
  for (let mail = claimedMail(); mail; mail = claimedMail()) {
    if (!("order" in mail)) continue;
    all.push({ kind: mail.kind, id: mail.order.id, text: toText(renderTemplate(mail)) });
  }
  return all;
}

describe("a reopened slot", () => {
  test("withdraws the offer and notifies visitors without a choice", () => {
    const [waiting, gone] = [booked(1), booked(2)];
    const id = closeDay(owner(), closing("offer"));
    cancelAsVisitor(gone.id, orderAccessKey(gone.id));
    mails();

    changeCapacity(owner(), usual);

    expect(hasRescheduleOffer(now(waiting))).toBe(false);
    expect(() => cancelAsVisitor(waiting.id, orderAccessKey(waiting.id))).toThrowError(/unpaid/);
    expect(rescheduleBlockedReason(now(waiting), Date.now() + 4.9 * 86_400_000)).toMatch(
      /24 hours/,
    );
    expect(findClosure(owner(), id).bookings.map(({ choice }) => choice)).toEqual([
      "stays",
      "refunded",
    ]);
    expect(listClosures(owner())).toMatchObject([{ id, bookings: 2, waiting: 0 }]);
    expect(mails()).toMatchObject([{ kind: "reopened", id: waiting.id }]);
  });

  test("is announced once per slot", () => {
    const news = () =>
      sqlite.prepare("SELECT count(*) FROM outbox WHERE kind = 'reopened'").pluck().get();
    booked(1);
    closeDay(owner(), closing("offer", ["morning", "evening"]));

    changeCapacity(owner(), { ...usual, places: { ...nothing, morning: 0 } });
    expect(news()).toBe(0);

    changeCapacity(owner(), usual);
    changeCapacity(owner(), { ...usual, places: { ...nothing, morning: 7 } });
    expect(news()).toBe(1);
  });

  test("is not announced if closed again before the mail", () => {
    booked(1);
    closeDay(owner(), closing("offer"));
    mails();

    changeCapacity(owner(), usual);
    closeDay(owner(), closing("offer"));

    expect(mails()).toMatchObject([{ kind: "closed" }]);
  });

  test("is not announced to visitors who cancelled meanwhile", () => {
    const { id } = booked(1, "pending");
    closeDay(owner(), closing("offer"));
    mails();

    changeCapacity(owner(), usual);
    cancelAsVisitor(id, orderAccessKey(id));

    expect(mails()).toEqual([]);
  });

  test("and closed again makes a new offer", () => {
    const waiting = booked(1);
    const first = closeDay(owner(), closing("offer"));
    changeCapacity(owner(), usual);
    mails();

    const second = closeDay(owner(), closing("offer"));

    expect(second).not.toBe(first);
    expect(hasRescheduleOffer(now(waiting))).toBe(true);
    expect(mails()).toMatchObject([{ kind: "closed" }]);
  });
});

test("closing a day twice has the effect of once", () => {
  const waiting = booked(1);
  const id = closeDay(owner(), closing("offer"));

  expect(closeDay(owner(), closing("offer"))).toBe(id);

  expect(mails().map(({ kind }) => kind)).toEqual(["paid", "closed"]);
  expect(listClosures(owner())).toMatchObject([{ id, bookings: 1, waiting: 1 }]);

  const ended = closeDay(owner(), closing("cancel"));
  expect(ended).not.toBe(id);
  expect(now(waiting).status).toBe("refunded");
});

test("an order of which one person is inside can be moved and closed for the other", () => {
  const order = booked(2);
  checkIn(owner(), activeTicketsOfOrder(order.seq)[0]!.code, true);
  updateOrderStatus(owner(), order.id, "refunded");
  updateOrderStatus(owner(), order.id, "paid");
  expect(rescheduleBlockedReason(now(order))).toBeUndefined();

  closeDay(owner(), closing("cancel"));

  expect(now(order).status).toBe("refunded");
});

describe("an outdated form", () => {
  const refused = /^Someone else has changed this/;

  test("of an anonymized order does not restore contact data", () => {
    const { id, updatedAt } = booked(1);
    const contact = { name: "Asha", email: "asha@example.org", phone: "" };
    transaction((tx) => anonymizeOrders(tx, [findOrder(owner(), id).seq]));
    expect(findOrder(owner(), id).updatedAt).toBe(updatedAt);

    expect(() => editOrder(owner(), id, { contact }, updatedAt)).toThrow(/was erased/);
    expect(findOrder(owner(), id)).toMatchObject({ contactName: "", contactEmail: "" });
    editOrder(owner(), id, { paymentMethod: "cash" }, updatedAt);
  });

  test("of an admin restores neither access nor role", () => {
    const { id, updatedAt } = anAdmin({ role: "admin" });
    editAdmin(owner(), id, { active: false, role: "editor" });
    sqlite.prepare("UPDATE admins SET updated_at = ? WHERE id = ?").run(updatedAt + 1, id);
    const form = { name: "Meera", active: true, role: "admin" } as const;

    expect(() => editAdmin(owner(), id, form, updatedAt)).toThrowError(refused);
    expect(findAdmin(owner(), id)).toMatchObject({ active: false, role: "editor" });
    expect(editAdmin(owner(), id, form, updatedAt + 1)).toMatchObject(form);
  });

  test("of a row cancels no paid order, and acts once", () => {
    const order = booked(1, "pending");
    updateOrderStatus(owner(), order.id, "paid", { expectedStatus: "pending" });

    expect(() =>
      updateOrderStatus(owner(), order.id, "cancelled", { expectedStatus: "pending" }),
    ).toThrowError(`Order ${order.id} is now paid`);
    expect(
      updateOrderStatus(owner(), order.id, "paid", { expectedStatus: "pending" }).order.status,
    ).toBe("paid");
    expect(
      updateOrderStatus(owner(), order.id, "cancelled", { expectedStatus: "paid" }).order.status,
    ).toBe("cancelled");
  });

  test("of capacity does not reopen a closed slot", () => {
    const seen = currentRuleVersion(usual);
    closeDay(owner(), closing("cancel"));

    expect(() => changeCapacity(owner(), usual, { expectedVersion: seen })).toThrowError(refused);
    expect(dateOverrides(DAY).places.morning).toBe(0);
    changeCapacity(owner(), usual, { expectedVersion: currentRuleVersion(usual) });
    expect(dateOverrides(DAY).places.morning).toBeNull();
  });

  test.each(["usual", "week"] as const)("of capacity (%s) is rejected the same way", (what) => {
    const changeTo = (places: number) => {
      const week = Array.from({ length: 7 }, () => ({ ...nothing, evening: places }));
      return { usual: { what, places, holdHours: 9 }, week: { what, week } }[
        what
      ] as CapacityChange;
    };
    const seen = currentRuleVersion({ what });
    changeCapacity(owner(), changeTo(9), { expectedVersion: seen });
    const set = currentRuleVersion({ what });

    expect(() => changeCapacity(owner(), changeTo(8), { expectedVersion: seen })).toThrowError(
      refused,
    );
    expect(currentRuleVersion({ what })).toBe(set);
    changeCapacity(owner(), changeTo(9), { expectedVersion: seen }); // a second press: nothing is left to change
  });
});

describe("an edit", () => {
  const items = (quantity: number) =>
    EditOrder.parse({ items: [{ ticketType: "adult", quantity }] });
  const atMost = (morning: number) =>
    changeCapacity(owner(), { ...usual, places: { ...nothing, morning } }, { hit: 9 });

  test.each([3, 0])("may shrink an order in a slot of %i places", (places) => {
    const [order] = [booked(4, "pending"), booked(4, "pending")];
    atMost(places);

    expect(editOrder(owner(), order.id, items(1)).ticketCount).toBe(1);
    expect(held()).toBe(5);
    expect(() => editOrder(owner(), order.id, items(2))).toThrowError(/places left|closed/);
    expect(held()).toBe(5);
  });

  test("without changes leaves no trace", () => {
    const order = now(booked(2));
    const rows = () => sqlite.prepare("SELECT count(*) FROM audit").pluck().get();
    const before = rows();

    editOrder(owner(), order.id, {});
    editOrder(owner(), order.id, {
      status: "paid",
      visitDate: DAY,
      contact: { name: order.contactName },
    });

    expect(now(order)).toEqual(order);
    expect(rows()).toBe(before);
  });
});

test("an expired order is not displayed as pending", () => {
  const order = booked(1, "pending");
  sqlite.prepare("UPDATE orders SET expires_at = ?").run(Date.now() - 1);

  expect(now(order).status).toBe("cancelled");
});

describe("mails", () => {
  test("with tickets mention a closed slot", () => {
    const order = booked(1, "pending");
    closeDay(owner(), closing("offer", [...SLOTS]));
    mails();
    updateOrderStatus(owner(), order.id, "paid");

    const [paid] = mails();

    expect(paid).toMatchObject({ kind: "paid" });
    expect(paid?.text).toContain("Please do not come then");
    expect(paid?.text).not.toContain("at the gate");
  });

  test.each([
    ["paid", "Its tickets are no longer valid", "You are welcome"],
    ["pending", "You are welcome on another day", "no longer valid"],
  ] as const)("of a cancelled order that was %s", (status, said, unsaid) => {
    const order = booked(1, status);
    mails();
    updateOrderStatus(owner(), order.id, "cancelled");

    const [mail] = mails();

    expect(mail?.text).toContain(said);
    expect(mail?.text).not.toContain(unsaid);
  });
});

describe("clearing messages", () => {
  const everything = ListMessages.parse({});
  const write = (name: string) =>
    sendMessage({ name, email: "", subject: "", body: "When do the red pandas wake up?" });
  const names = () => listMessages(owner(), everything).items.map(({ name }) => name);

  test("deletes all, even if the newest was deleted meanwhile", () => {
    const [, , newest] = ["one", "two", "three"].map(write);
    const shown = latestSeq(owner());
    deleteMessage(owner(), newest?.id ?? "");

    expect([deleteMessages(owner(), everything, shown), names()]).toEqual([2, []]);
  });

  test("leaves messages that arrived meanwhile", () => {
    const [, newest] = ["one", "two"].map(write);
    const shown = latestSeq(owner());
    deleteMessage(owner(), newest?.id ?? "");
    write("late");

    expect([deleteMessages(owner(), everything, shown), names()]).toEqual([1, ["late"]]);
  });
});

test("a closure shows the reason as it was corrected", () => {
  booked(1);
  const id = closeDay(owner(), closing("offer"));
  const places = { ...nothing, morning: 0 };

  changeCapacity(owner(), { what: "day", day: DAY, places, note: "Flooded paths" });

  expect(closureView(owner(), String(id)).line).toMatch(/^Flooded paths\. /);
});
