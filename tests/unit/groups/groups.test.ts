import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { invoices, outbox, payments, refunds, ticketTypes } from "db/schema";
import { transaction } from "db/transaction.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { findPerson } from "~/features/privacy/personal-data.server";
import { personFile } from "~/features/privacy/person-file.server";
import { createGroupOrder } from "~/features/groups/create-group.server";
import { env } from "~/env.server";
import { changeGroup } from "~/features/groups/edit-group.server";
import { duePaise, groupOrderOf } from "~/features/groups/group-orders.server";
import { ChangeGroup, groupFromForm, RecordPart } from "~/features/groups/group.schema";
import { countFreeAdults, groupPrice } from "~/features/groups/groups.rules";
import { invoiceView } from "~/features/groups/invoice.presenter.server";
import { groupView } from "~/features/groups/groups.presenter.server";
import { issueInvoice } from "~/features/groups/invoices.server";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { askForGroup, declineRequest, waitingRequests } from "~/features/groups/requests.server";
import { resendTickets } from "~/features/mail/resend-tickets.server";
import { notesOfOrder, writeNote } from "~/features/order-notes/notes.server";
import { editOrder, rescheduleVisit, updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { confirmTransfer } from "~/features/reconcile/decide-transfer.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { markRefundPaid, totalRefundsDue } from "~/features/orders/refunds-due.server";
import { paymentsOfOrder } from "~/features/payments/ledger.server";
import type { Line } from "~/features/tariff/tariff";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays, DAY_MS, HOUR_MS } from "~/lib/dates";
import { startOfDay } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { aGroup, aGroupOrder, aRequest } from "../../support/data/groups";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => {
  vi.useRealTimers();
  delete env.UPI_VPA;
});

const owner = () => asStaff(anAdmin({ role: "owner" }));
const part = (rupees: number, method = "bank", reference = "") =>
  RecordPart.parse({ amount: String(rupees), method, reference });
const pay = (id: string, rupees: number) => recordPartPayment(owner(), id, part(rupees));
const heldPlaces = () =>
  sqlite.prepare("SELECT coalesce(sum(held), 0) FROM slot_occupancy").pluck().get();
const heads = (child: number, adult: number) => ({ child, adult, senior: 0 });
const change = (id: string, counts: Record<string, number>, more: object = {}) => {
  const { pricePerHeadPaise, freePer, holdUntil } = groupOrderOf(orderById(id).seq)!;
  return changeGroup(owner(), id, { counts, pricePerHeadPaise, freePer, holdUntil, ...more });
};

describe("the price", () => {
  const line = (ticketType: string, quantity: number, unitPricePaise: number): Line => ({
    ...{ ticketType, quantity, unitPricePaise, ruleName: "" },
  });
  const takesPlace = (type: string) => type !== "camera";

  test("is heads times the price less the free adults, whatever the numbers", () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.nat(200),
        fc.nat(9),
        fc.nat(100_000),
        fc.option(fc.integer({ min: 1, max: 50 })),
        (pupils, adults, cameras, perHead, freePer) => {
          const lines = [
            line("adult", adults, 2_000),
            line("child", pupils, 1_000),
            line("camera", cameras, 5_000),
          ].filter(({ quantity }) => quantity > 0);
          const price = {
            lines,
            ticketCount: 0,
            subtotalPaise: 0,
            discountPaise: 0,
            totalPaise: 0,
          };
          const free = freePer === null ? 0 : Math.min(adults, Math.floor(pupils / freePer));

          const { totalPaise, ...sold } = groupPrice(
            price,
            { pricePerHeadPaise: perHead, freePer },
            takesPlace,
          );

          expect(sold.freeAdults).toBe(free);
          expect(totalPaise).toBe((pupils + adults - free) * perHead + cameras * 5_000);
          expect(totalPaise).toBe(sold.subtotalPaise - sold.discountPaise);
        },
      ),
    );
  });

  test("is that of the tariff without a price per head, and never frees more adults than come", () => {
    expect(countFreeAdults([line("adult", 2, 0), line("child", 45, 0)], 10, takesPlace)).toBe(2);
    const { totalPaise, discountPaise, lines } = aGroupOrder({ freePer: 10 });
    expect([totalPaise, discountPaise]).toEqual([45 * 1_000 + 5 * 2_000 - 4 * 2_000, 4 * 2_000]);
    expect(lines.map(({ ruleName }) => ruleName)).toEqual(["", ""]);
  });

  test("is frozen: a later change of the visit or contact leaves it", () => {
    const { id } = aGroupOrder({ pricePerHeadPaise: 1_500, freePer: 10 });
    rescheduleVisit(owner(), id, { visitDate: addDays(tomorrow(), 1), visitSlot: "evening" });
    expect(orderById(id)).toMatchObject({ totalPaise: 46 * 1_500, discountPaise: 4 * 1_500 });
    expect(() => editOrder(owner(), id, { items: { adult: 1 } })).toThrowError(/under Groups/);
  });
});

describe("places", () => {
  test("are taken for all heads, beyond the limits of visitors, and not beyond the slot", () => {
    const { id } = aGroupOrder();
    expect(heldPlaces()).toBe(50);
    expect(orderById(id).status).toBe("pending");
    expect(() => aGroupOrder({ counts: heads(449, 2) })).toThrowError(/places left/);
    expect(heldPlaces()).toBe(50);
  });

  test("a ticket that is no longer sold stays in a group that has it", () => {
    const { id } = aGroupOrder();
    const isChild = eq(ticketTypes.id, "child");
    const form = () => {
      const { types, values } = groupView(owner(), id);
      expect(types.map((type) => type.id)).toContain("child");
      return ChangeGroup.parse(groupFromForm({ ...values, adult: "6" }));
    };
    transaction((tx) => tx.update(ticketTypes).set({ active: false }).where(isChild).run());
    changeGroup(owner(), id, form());
    expect(orderById(id).ticketCount).toBe(51);
    updateOrderStatus(owner(), id, "paid");
    const more = ChangeGroup.parse(groupFromForm({ ...groupView(owner(), id).values, adult: "7" }));
    changeGroup(owner(), id, more, { difference: { method: "cash", reference: "" } });
    expect(orderById(id).ticketCount).toBe(52);
    const other = groupView(owner(), aGroupOrder({ counts: { adult: 9 } }).id);
    expect(other.types.map((type) => type.id)).not.toContain("child");
  });

  test("a second press of the form makes no second order", () => {
    const key = "01J0000000000000000000000B";
    const staff = owner();
    const make = () => createGroupOrder(staff, aGroup({ note: "By bus" }), { key });
    expect(make().id).toBe(make().id);
    expect(heldPlaces()).toBe(50);
  });

  test("follow the heads while unpaid, and the price with them", () => {
    const { id } = aGroupOrder({ pricePerHeadPaise: 1_000, freePer: 10 });
    change(id, heads(30, 3));
    expect(heldPlaces()).toBe(33);
    expect(orderById(id)).toMatchObject({ ticketCount: 33, totalPaise: 30 * 1_000 });
    expect(() => change(id, heads(600, 3))).toThrowError(/places left/);
    change(id, heads(30, 3), { pricePerHeadPaise: null, freePer: null });
    expect(orderById(id).totalPaise).toBe(30 * 1_000 + 3 * 2_000);
  });
});

describe("the hold", () => {
  const day = () => addDays(tomorrow(), 10);
  const held = (holdUntil: string) => aGroupOrder({ visitDate: day(), holdUntil });
  const expireAt = (at: number) => {
    vi.setSystemTime(at);
    transaction((tx) => expireUnpaid(tx, at));
  };

  test("ends with its day, and the places are free again", () => {
    const until = addDays(tomorrow(), 3);
    const { id } = held(until);
    expireAt(startOfDay(addDays(until, 1)) - 1);
    expect(orderById(id).status).toBe("pending");
    expireAt(startOfDay(addDays(until, 1)));
    expect(orderById(id).status).toBe("cancelled");
    expect(heldPlaces()).toBe(0);
  });

  test("is not before today, and ends with the visit", () => {
    expect(() => held(addDays(tomorrow(), -2))).toThrowError(/today or a later day/);
    const { seq } = held(addDays(day(), 1));
    expect(groupOrderOf(seq)).toMatchObject({ holdUntil: day() });
  });

  test("after a part is paid lasts until the slot ends; then the money is due back", () => {
    const until = addDays(tomorrow(), 3);
    const { id, seq } = held(until);
    pay(id, 300);
    expireAt(startOfDay(addDays(until, 2)));
    expect(orderById(id).status).toBe("pending");
    expireAt(startOfDay(day()) + DAY_MS);
    expect(orderById(id)).toMatchObject({ status: "cancelled", refundDue: true });
    expect(totalRefundsDue(owner())).toEqual({ orders: 1, paise: 30_000 });
    markRefundPaid(owner(), id);
    expect(orderById(id).refundDue).toBe(false);
    expect(db.select().from(refunds).all()).toMatchObject([{ amount: 30_000, orderSeq: seq }]);
  });
});

describe("parts", () => {
  test("sum up to the price; then there are tickets and one code", () => {
    const { id, seq, totalPaise } = aGroupOrder();
    pay(id, 200);
    expect(orderById(id).status).toBe("pending");
    expect([duePaise(orderById(id)), partyCodeOf(seq)]).toEqual([totalPaise - 20_000, null]);
    expect(() => pay(id, totalPaise / 100)).toThrowError(/is due/);

    pay(id, totalPaise / 100 - 200);

    expect(orderById(id).status).toBe("paid");
    expect(activeTicketsOfOrder(seq)).toHaveLength(50);
    expect(partyCodeOf(seq)).toMatch(/^[0-9A-Z]{20}$/);
    expect(paymentsOfOrder(seq).map(({ amount }) => amount)).toEqual([20_000, totalPaise - 20_000]);
    expect(() => pay(id, 1)).toThrowError(/now paid/);
  });

  test("are never lost: Mark Paid adds the rest only, and cancelling gives the part back", () => {
    const marked = aGroupOrder();
    pay(marked.id, 200);
    updateOrderStatus(owner(), marked.id, "paid");
    expect(paymentsOfOrder(marked.seq).map(({ amount }) => amount)).toEqual([20_000, 35_000]);

    const gone = aGroupOrder();
    pay(gone.id, 150);
    updateOrderStatus(owner(), gone.id, "cancelled");
    expect(orderById(gone.id).refundDue).toBe(true);
    expect(totalRefundsDue(owner()).paise).toBe(15_000);
  });

  test("keep the reference of a UPI transfer in the ledger, and any other as a note", () => {
    const { id, seq } = aGroupOrder();
    recordPartPayment(owner(), id, part(100, "upi", "103608848276"));
    recordPartPayment(owner(), id, part(100, "cheque", "No. 17"));
    expect(paymentsOfOrder(seq)).toMatchObject([
      { provider: "upi", providerPaymentId: "103608848276" },
      { provider: "manual", method: "cheque" },
    ]);
    expect(notesOfOrder(seq)).toMatchObject([{ text: "₹100, Cheque: No. 17" }]);
    expect(() => part(100, "upi", "17")).toThrowError(/12 digits/);
  });

  test("leave the rest to be paid by UPI or online", () => {
    env.UPI_VPA = "zoo@upi";
    const { id } = aGroupOrder();
    pay(id, 200);
    const order = orderById(id);
    giveReference(id, orderAccessKey(id), "103608848276");
    confirmTransfer(owner(), order.seq, 35_000);
    expect(orderById(id).status).toBe("paid");
    expect(paymentsOfOrder(order.seq).map(({ amount, review }) => [amount, review])).toEqual([
      [20_000, ""],
      [35_000, ""],
    ]);
  });

  test("an order of visitors has none", () => {
    expect(() => pay(anOrder().id, 10)).toThrowError(/not the order of a group/);
  });
});

describe("a paid group", () => {
  const paid = (terms: object = {}) => {
    const order = aGroupOrder(terms);
    updateOrderStatus(owner(), order.id, "paid");
    return orderById(order.id);
  };
  const difference = { method: "cash", reference: "" } as const;
  const add = (id: string, counts: Record<string, number>, how = {}) => {
    const group = groupOrderOf(orderById(id).seq)!;
    return changeGroup(owner(), id, { ...group, counts }, how);
  };

  test("grows with the money for it, and its old codes stay", () => {
    const { id, seq, totalPaise } = paid();
    const before = activeTicketsOfOrder(seq).map(({ code }) => code);
    expect(() => add(id, heads(47, 6))).toThrowError(/₹40 more is to be paid/);

    add(id, heads(47, 6), { difference });

    expect(orderById(id)).toMatchObject({ ticketCount: 53, totalPaise: totalPaise + 4_000 });
    expect(paymentsOfOrder(seq).map(({ amount }) => amount)).toEqual([totalPaise, 4_000]);
    const after = activeTicketsOfOrder(seq);
    expect(after.map(({ code }) => code)).toEqual(expect.arrayContaining(before));
    expect(after.map(({ number }) => number)).toEqual(
      Array.from({ length: 53 }, (_, at) => at + 1),
    );
    expect(after.filter(({ ticketType }) => ticketType === "child")).toHaveLength(47);
    expect(heldPlaces()).toBe(53);
  });

  test("never shrinks here, and after a refund of tickets counts those who are left", () => {
    const { id, seq } = paid();
    expect(() => add(id, heads(44, 5))).toThrowError(/45 of Child are paid/);
    refundTickets(owner(), id, { tickets: [50] });
    expect(() => add(id, heads(45, 5), {})).toThrowError(/more is to be paid/);
    add(id, heads(45, 5), { difference });
    expect(activeTicketsOfOrder(seq)).toHaveLength(50);
    expect(orderById(id).ticketCount).toBe(50);
  });

  test("is not made cheaper by more pupils who free an adult", () => {
    const { id, totalPaise } = paid({ freePer: 10, counts: heads(49, 6) });
    add(id, heads(50, 6), { difference });
    expect(orderById(id).totalPaise).toBe(totalPaise + 1_000);
  });

  test("is issued the same kinds of tickets again after it was refunded", () => {
    const { id, seq } = paid();
    add(id, heads(47, 5), { difference });
    updateOrderStatus(owner(), id, "refunded");
    updateOrderStatus(owner(), id, "paid");
    const again = activeTicketsOfOrder(seq);
    expect(again.filter(({ ticketType }) => ticketType === "child")).toHaveLength(47);
    expect(again).toHaveLength(52);
  });
});

describe("invoices", () => {
  test("are numbered without gaps, frozen, and name the one that they replace", () => {
    const first = aGroupOrder({ pricePerHeadPaise: 1_500, freePer: 10 });
    const other = aGroupOrder();
    const staff = owner();
    expect(issueInvoice(staff, first.id).number).toBe(1);
    expect(issueInvoice(staff, first.id).number, "nothing has changed").toBe(1);
    expect(issueInvoice(staff, other.id).number).toBe(2);
    change(first.id, heads(30, 3));
    expect(issueInvoice(staff, first.id)).toMatchObject({ number: 3, replaces: 1 });

    const [earlier, , later] = db.select().from(invoices).all().map(invoiceView);
    expect(earlier?.rows).toEqual([
      { label: "5 Adult × ₹15, Price per head", amount: "₹75" },
      { label: "45 Child × ₹15, Price per head", amount: "₹675" },
      { label: "4 adults free with the group", amount: "−₹60" },
    ]);
    expect([earlier?.total.amount, later?.total.amount]).toEqual(["₹690", "₹450"]);
    expect(later?.note).toBe("It replaces invoice 1.");
    expect(() => sqlite.exec("UPDATE invoices SET total_paise = 1")).toThrowError(
      /does not change/,
    );
    expect(() => sqlite.exec("DELETE FROM invoices")).toThrowError(/never deleted/);
  });

  test("say what is paid and due, and stay when the order is deleted", () => {
    const { id, seq } = aGroupOrder();
    pay(id, 300);
    const { balance } = invoiceView(issueInvoice(owner(), id));
    expect(balance).toEqual([
      { label: "Paid so far", amount: "₹300" },
      { label: "Due", amount: "₹250" },
    ]);
    sqlite.exec(`DELETE FROM orders WHERE seq = ${seq}`);
    expect(db.select().from(invoices).all()).toMatchObject([{ orderSeq: null, orderId: id }]);
  });
});

describe("a request", () => {
  const asked = () => {
    const { seq: _, id: __, state: ___, answer: ____, ...request } = aRequest();
    const { orderSeq: _____, mayBeSpam: ______, createdAt: _______, ...fields } = request;
    return fields;
  };
  const mails = () =>
    db
      .select()
      .from(outbox)
      .all()
      .map(({ kind, recipient }) => `${kind} ${recipient}`);

  test("becomes an order once, and is then no longer in the list", () => {
    const { id } = askForGroup(asked());
    const staff = owner();
    expect(waitingRequests(staff)).toHaveLength(1);
    createGroupOrder(staff, aGroup(), { request: id });
    expect(waitingRequests(staff)).toEqual([]);
    expect(() => createGroupOrder(staff, aGroup(), { request: id })).toThrowError(
      /answered already/,
    );
    expect(heldPlaces()).toBe(50);
  });

  test("is answered with a no by mail", () => {
    const { id } = askForGroup(asked());
    declineRequest(owner(), id, { answer: "We are full." });
    expect(mails()).toEqual([
      "groupAsked asha@example.org",
      "groupToAnswer hello@zooverse.example",
      "groupDeclined asha@example.org",
    ]);
  });

  test("sends one address one mail an hour, and none where it may be spam", () => {
    askForGroup(asked());
    askForGroup({ ...asked(), organisation: "Hill School" });
    askForGroup({ ...asked(), email: "robot@example.org" }, { mayBeSpam: true });
    expect(mails().filter((mail) => mail.startsWith("groupAsked"))).toHaveLength(1);
    expect(waitingRequests(owner())).toHaveLength(3);
  });

  test("sends no more than so many mails to addresses of strangers, and is in the list all the same", () => {
    const toSchools = () => mails().filter((mail) => mail.startsWith("groupAsked")).length;
    for (let sent = 0; sent < 70; sent += 1)
      askForGroup({ ...asked(), email: `school${sent}@example.org` });
    expect(toSchools()).toBe(60);
    expect(waitingRequests(owner())).toHaveLength(70);
    vi.setSystemTime(Date.now() + HOUR_MS + 1);
    askForGroup({ ...asked(), email: "late@example.org" });
    expect(toSchools()).toBe(61);
  });

  test("is in the person's file, and is erased with the rest", async () => {
    askForGroup({ ...asked(), message: "Kestrel" });
    const past = aGroupOrder({ organisation: "Kestrel School" });
    writeNote(owner(), past.id, { note: "Kestrel came by bus" });
    updateOrderStatus(owner(), past.id, "cancelled");
    const file = await personFile(findPerson(owner(), "asha@example.org")).text();
    expect(file.match(/Kestrel/g)).toHaveLength(3);

    erasePerson(owner(), "asha@example.org");

    for (const table of ["group_requests", "group_orders", "order_notes", "outbox"])
      expect(JSON.stringify(sqlite.prepare(`SELECT * FROM ${table}`).all())).not.toMatch(
        /Kestrel|asha@/,
      );
  });
});

describe("on the page of an order", () => {
  test("notes are added once, newest first, by those who may change orders", () => {
    const { id, seq } = anOrder();
    const staff = owner();
    for (const note of ["Wheelchair", "Wheelchair", "Calls back"]) writeNote(staff, id, { note });
    expect(notesOfOrder(seq).map(({ text }) => text)).toEqual(["Calls back", "Wheelchair"]);
    const editor = asStaff(anAdmin({ role: "editor" }));
    expect(() => writeNote(editor, id, { note: "No" })).toThrowError(/insufficient role/);
  });

  test("tickets are sent again, a few times an hour", () => {
    const { id } = anOrder({ status: "paid" });
    for (let sent = 0; sent < 5; sent += 1) resendTickets(owner(), id);
    expect(() => resendTickets(owner(), id)).toThrowError(/5 times in the last hour/);
    expect(() => resendTickets(owner(), anOrder().id)).toThrowError(/no tickets to send/);
    sqlite.exec("UPDATE orders SET contact_email = ''");
    const bare = anOrder({ status: "paid" });
    sqlite.exec(`UPDATE orders SET contact_email = '' WHERE seq = ${bare.seq}`);
    expect(() => resendTickets(owner(), bare.id)).toThrowError(/Enter the address/);
    expect(resendTickets(owner(), bare.id, "meera@example.org")).toBe("meera@example.org");
  });
});

test("the figures count a group like any other order", () => {
  const { id } = aGroupOrder();
  updateOrderStatus(owner(), id, "paid");
  const sold = sqlite
    .prepare("SELECT ticket_type, quantity FROM sales_by_type WHERE status = 'paid'")
    .all();
  expect(sold).toEqual([
    { ticket_type: "adult", quantity: 5 },
    { ticket_type: "child", quantity: 45 },
  ]);
  expect(db.select().from(payments).all()).toMatchObject([{ amount: 55_000 }]);
});
