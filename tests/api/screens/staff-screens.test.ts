import { afterEach, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { askForGroup } from "~/features/groups/requests.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { orderById } from "~/features/orders/orders.server";
import { addDays } from "~/lib/dates";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { aGroupOrder, aRequest } from "../../support/data/groups";
import { call } from "../../support/site/app";
import { sendAndRender, staffScreen as screen } from "../../support/site/rendered-app";

const HOME = "/admin/dashboard";
const LIST = `${HOME}/orders`;

const { UPI_VPA } = env;
afterEach(() => void (env.UPI_VPA = UPI_VPA));

const owner = () => asStaff(anAdmin({ role: "owner", name: "Asha Rao" }));

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const rowOf = (html: string, id: string) =>
  new RegExp(`<tr [^>]*id="order-${id}".*?</tr>`, "s").exec(html)![0];
const actsOf = (html: string) =>
  [...html.matchAll(/<(?:button|a)[^>]* class="btn[^>]*>([^<]+)</g)].map(([, label]) => label);

describe("the row of an order", () => {
  test.each<[OrderStatus[], string[]]>([
    [[], ["Mark Paid", "Cancel", "Delete"]],
    [["paid"], ["Refund", "Cancel", "Delete"]],
    [
      ["paid", "refunded"],
      ["Mark Paid", "Cancel", "Delete"],
    ],
    [["cancelled"], ["Mark Paid", "Delete"]],
    [
      ["paid", "cancelled"],
      ["Mark refund as paid", "Mark Paid", "Delete"],
    ],
  ])("that became %j offers %j", async (way, offers) => {
    const { id } = anOrder();
    for (const status of way) updateOrderStatus(owner(), id, status);

    expect(actsOf(rowOf((await screen(LIST)).html, id))).toEqual(offers);
  });

  test("tells who comes when, for how much", async () => {
    const { id } = anOrder({ visitSlot: "evening" });

    const { html } = await screen(LIST);
    const columns = ["Status", "Order ID", "Customer", "Email", "Tickets", "Total"];
    for (const column of [...columns, "Payment", "Visit", "Placed"])
      expect(html).toMatch(new RegExp(`<th [^>]*>${column}</th>`));
    const row = textOf(rowOf(html, id));
    const statuses = /<select[^>]* name="status".*?<\/select>/s.exec(html)?.[0] ?? "";
    expect(textOf(statuses).trim()).toBe("all pending paid cancelled refunded");
    for (const words of ["Pending", "Asha Rao", "1 adult", "1 child", "₹30", "UPI", "Evening"])
      expect(row).toContain(words);
  });

  test("is found by the day of its visit, to which the capacity of the day leads, and by phone", async () => {
    const [day, other] = [addDays(toLocalDate(), 9), addDays(toLocalDate(), 10)];
    const contact = { name: "Meera Nair", email: "meera@zoo.test", phone: "9812345670" };
    const { id } = anOrder({ visitDate: day, contact });
    const another = anOrder({ visitDate: other });

    const leads = await screen(`${HOME}/capacity?day=${day}`);
    expect(leads.html).toContain(`href="${LIST}?visitDate=${day}"`);
    for (const query of [`visitDate=${day}`, "q=98123+45670"]) {
      const { html } = await screen(`${LIST}?${query}`);
      expect(html).toContain(`id="order-${id}"`);
      expect(html).not.toContain(`id="order-${another.id}"`);
    }
  });

  test("that was deleted already is told as such", async () => {
    const { id } = anOrder();
    const remove = () => screen(LIST, { id, intent: "delete" });

    expect((await remove()).toast).toBe("Order deleted");
    expect((await remove()).toast).toBe("Already deleted");
  });
});

describe("the page of an order", () => {
  const own = async (id: string) => textOf((await screen(`${LIST}/${id}`)).html);

  test("says what each status means for places, tickets and link", async () => {
    const { id } = anOrder({ promoCode: "ZOO10" } as object);
    const pending = await own(id);
    for (const words of [
      ...["Its places are held until", "No tickets yet.", "Its places move with it."],
      ...["see the booking, move the visit and cancel it.", "ZOO10, 10% off"],
      ...["1 adult × ₹20", "1 child × ₹10"],
    ])
      expect(pending).toContain(words);
    expect((await screen(`${LIST}/${id}`)).html).toContain(
      `value="http://zoo.test${visitorOrderPath(orderById(id))}"`,
    );

    updateOrderStatus(owner(), id, "paid");
    const paid = await own(id);
    for (const words of [
      ...["Tickets: 2 valid", "Tickets stay valid, and their places move with them."],
      "can see the tickets and move the visit.",
    ])
      expect(paid).toContain(words);

    updateOrderStatus(owner(), id, "cancelled");
    const cancelled = await own(id);
    for (const words of [
      ...["Tickets: 2 void", "Mark it paid first; then it can be moved."],
      ...["Anyone with this link can see the booking.", "Give back ₹27 (UPI), or mark the order"],
    ])
      expect(cancelled).toContain(words);
    expect(cancelled).not.toContain("Move visit");
  });

  test("tells who came in, and gives back the money of those outside only", async () => {
    const { id, seq } = anOrder({ status: "paid" });
    const [code] = codesOf(seq);
    await call("POST /order/check-in", { as: "owner", body: { code, override: true } });
    expect(await own(id)).toMatch(/Tickets: 1 valid, 1 used.*Used.*at \d+:\d\d [AP]M by \w/);

    const asked = await screen(`${LIST}/${id}?confirm=cancelled`);
    expect(asked.html).toContain("<dialog");
    await screen(`${LIST}/${id}`, { intent: "cancelled", seen: "paid", inside: "1" });
    expect(await own(id)).toContain("Tickets: 1 used, 1 void");
    const visitors = await sendAndRender(visitorOrderPath(orderById(id)));
    expect(textOf(await visitors.text())).toMatch(
      /Cancelled\. Write to us with the order number to get ₹\d+ back\./,
    );
  });

  test("leads back to the list as it was, also after a form was sent", async () => {
    const { id } = anOrder();
    const list = "?q=asha&status=pending&page=2";
    expect((await screen(`${LIST}/${id}${list}`)).html).toContain(
      `href="${(LIST + list).replaceAll("&", "&amp;")}"`,
    );
    expect((await screen(`${LIST}/${id}${list}`, { intent: "paid" })).location).toBe(
      `${LIST}/${id}${list}`,
    );
    expect((await screen(`${LIST}/${id}${list}`, { intent: "delete" })).location).toBe(
      `${LIST}${list}#main`,
    );
  });

  test("lists what was done to it, with who and what changed", async () => {
    const { id } = anOrder();
    const path = `${LIST}/${id}`;
    await screen(path, { intent: "paid", seen: "pending" });
    await screen(path, { intent: "contact", name: "Meera Nair", email: "meera@zoo.test" });
    await screen(path, { intent: "payment", paymentMethod: "cash" });
    await screen(path, { intent: "cancelled", seen: "paid" });

    const { html } = await screen(path);
    const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => textOf(row));
    for (const [what, change] of [
      ["Changed the status", "Status: Paid → Cancelled"],
      ["Edited the order", "Payment method: UPI → Cash"],
      ["Edited the order", "Contact: changed"],
      ["Changed the status", "Status: Pending → Paid"],
      ["Booked", "Total: ₹30"],
    ] as const)
      expect(rows.find((row) => row.includes(change))).toContain(what);
  });

  test("takes notes, and sends the tickets again", async () => {
    const { id } = anOrder({ status: "paid" });
    const written = await screen(`${LIST}/${id}`, { intent: "note", note: "Comes by bus" });
    expect(written.toast).toBe("Note added");
    expect(await own(id)).toContain("Comes by bus");
    const sent = await screen(`${LIST}/${id}`, { intent: "resend" });
    expect(sent.toast).toBe("Tickets are sent to asha@example.org");
  });

  test("refuses a reference of UPI that is none at its field, with what was typed", async () => {
    env.UPI_VPA = "zoo@upi";
    const { id } = anOrder();
    const mark = (upiReference: string) =>
      screen(`${LIST}/${id}`, { intent: "paid", seen: "pending", upiReference });

    const refused = await mark("12");
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Enter the 12 digits of the UPI reference");
    expect(refused.html).toMatch(/<input[^>]* name="upiReference"[^>]* value="12"/);
    expect(orderById(id).status).toBe("pending");
    expect((await mark("103608848276")).toast).toBe("Order status updated");
    expect(await own(id)).toContain("UPI by hand, reference 103608848276");
  });
});

test("money that is owed is told on the dashboard, the list and the order, until it was given", async () => {
  const { id } = anOrder({ status: "paid" });
  updateOrderStatus(owner(), id, "cancelled");
  const visitors = async () =>
    textOf(await (await sendAndRender(visitorOrderPath(orderById(id)))).text());

  expect(textOf((await screen(HOME)).html)).toContain("Refunds due: ₹30 for 1 order");
  const owed = await screen(`${LIST}?owed=1`);
  expect(owed.html).toContain("Only orders whose money is still to be given back.");
  expect(owed.html).toContain(`id="order-${id}"`);
  expect(await visitors()).toContain("to get ₹30 back");

  await screen(LIST, { id, intent: "repaid" });
  expect((await screen(HOME)).html).not.toContain("Refunds due");
  expect((await screen(`${LIST}?owed=1`)).html).toContain("No orders found.");
  const page = textOf((await screen(`${LIST}/${id}`)).html);
  expect(page).toContain("₹30 was given back by Kabir Singh. The tickets are void.");
  expect(page).toMatch(/Gave the money back.*₹30/);
  expect(await visitors()).not.toContain("back.");
});

test("only staff who may see orders are led from a visitor's order to the back office", async () => {
  const { id, linkVersion } = anOrder();
  const path = visitorOrderPath({ id, linkVersion });
  const link = `href="${LIST}/${id}"`;

  expect(await (await sendAndRender(path)).text()).not.toContain(link);
  expect((await screen(path, undefined, "editor")).html).not.toContain(link);
  expect((await screen(path, undefined, "admin")).html).toContain(link);
});

describe("the screens of groups", () => {
  const GROUPS = `${HOME}/groups`;

  test("decline a request with the words that the school reads", async () => {
    const { seq: _, id: __, state: ___, answer: ____, orderSeq: _____, ...asked } = aRequest();
    const { id } = askForGroup(asked);
    expect((await screen(GROUPS)).html).toContain(`${GROUPS}?decline=${id}#request-${id}`);
    expect((await screen(`${GROUPS}?decline=${id}`)).html).toContain("What the school reads");

    const refused = await screen(GROUPS, { intent: "decline", id, answer: " " });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Write what the school is to read");
    const declined = await screen(GROUPS, { intent: "decline", id, answer: "We are full." });
    expect(declined.toast).toBe("Request declined");
    expect((await screen(GROUPS)).html).not.toContain(`request-${id}`);
  });

  test("take no more than is due, and what was typed stays", async () => {
    const { id } = aGroupOrder();
    const part = { intent: "part", method: "bank", amount: "800" };
    const { status, html } = await screen(`${GROUPS}/${id}`, part);
    expect(status).toBe(400);
    expect(html).toContain("Only ₹550 is due");
    const amount = html.match(/<input[^>]*>/g)?.find((field) => field.includes('name="amount"'));
    expect(amount).toContain('value="800"');
  });
});
