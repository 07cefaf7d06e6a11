import { beforeEach, expect, test } from "vitest";
import { db } from "db/connection.server";
import { outbox } from "db/schema";
import { checkIn } from "~/features/gate/check-in.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { call, cookieOf, send } from "../../support/site/app";
import { anAdmin, anOrder, asStaff, codesOf, tomorrow } from "../../support/data/factories";

const NEW_ADDRESS = "asha.rao@example.org";
const CONTACT = { intent: "contact", name: "Asha Rao", phone: "9876543210", email: NEW_ADDRESS };

let cookie = "";
beforeEach(async () => void (cookie = await cookieOf("owner")));

/** Posts a form of an order's page in the back office. */
const post = (id: string, fields: Record<string, string>) =>
  send(`/admin/dashboard/orders/${id}?_data=routes/admin/order`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ seenAt: String(orderById(id).updatedAt), ...fields }),
  });

const visit = async (path: string, suffix = "?_data=routes/public/order") => {
  const response = await send(path + suffix);
  return { status: response.status, text: await response.text() };
};

function anOrderWithoutMail(status: "pending" | "paid" | "cancelled") {
  const order = anOrder({ status });
  db.delete(outbox).run();
  return { ...order, link: visitorOrderPath(order) };
}

const mails = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ kind, recipient }) => [kind, recipient]);

test.each(["contact", "link"])(
  "after the form %s only a new link opens the order",
  async (intent) => {
    const { id, link } = anOrderWithoutMail("paid");
    expect((await visit(link)).status).toBe(200);

    expect((await post(id, { ...CONTACT, intent })).status).toBe(204);

    const unknown = visitorOrderPath({ id: "ZV-0000", linkVersion: 0 });
    expect(await visit(link)).toEqual(await visit(unknown));
    expect((await visit(link)).status).toBe(404);
    for (const file of ["/tickets.pdf", "/visit.ics"]) {
      expect((await visit(link, file)).status).toBe(404);
      expect((await visit(visitorOrderPath(orderById(id)), file)).status).toBe(200);
    }
    const move = {
      method: "POST",
      body: new URLSearchParams({ intent: "move", date: tomorrow(), slot: "evening" }),
    };
    expect((await send(`${link}?_data=routes/public/order`, move)).status).toBe(404);
    expect((await visit(visitorOrderPath(orderById(id)))).status).toBe(200);
  },
);

test("the same address in other letters, or another name, keeps the link", async () => {
  const { id, link } = anOrderWithoutMail("paid");
  await post(id, { ...CONTACT, name: "Asha R", email: "ASHA@example.org", sendsMail: "on" });
  expect((await visit(link)).status).toBe(200);
  expect(mails()).toEqual([]);
});

test("the API's correction ends the link too", async () => {
  const { id, link } = anOrderWithoutMail("pending");
  const body = { contact: { email: NEW_ADDRESS } };
  await call("PATCH /order/{id}", { as: "owner", params: { id }, body });
  expect((await visit(link)).status).toBe(404);
});

test.each([
  ["paid", "on", [["paid", NEW_ADDRESS]]],
  ["pending", "on", [["booked", NEW_ADDRESS]]],
  ["cancelled", "on", []],
  ["paid", "", []],
] as const)("the correction of a %s order, sending %j, queues %j", async (status, tick, sent) => {
  const { id } = anOrderWithoutMail(status);
  await post(id, { ...CONTACT, sendsMail: tick });
  expect(mails()).toEqual(sent);
});

test("new codes replace those that nobody has used", async () => {
  const { id, seq } = anOrderWithoutMail("paid");
  const [used = "", unused = ""] = codesOf(seq);
  const gate = asStaff(anAdmin({ role: "owner" }));
  checkIn(gate, used, true);

  await post(id, { intent: "link", replacesCodes: "on", sendsMail: "on" });

  const codes = codesOf(seq);
  expect(codes).toHaveLength(2);
  expect([codes.includes(used), codes.includes(unused)]).toEqual([true, false]);
  expect(() => checkIn(gate, unused, true)).toThrowError("Ticket is void");
  expect(mails()).toEqual([["paid", "asha@example.org"]]);
});

test("a second press does not replace the link that the first has sent", async () => {
  const { id } = anOrderWithoutMail("paid");
  const seenAt = String(orderById(id).updatedAt - 1);
  expect((await post(id, { intent: "link", seenAt })).status).toBe(409);
  expect(orderById(id).linkVersion).toBe(0);
});

test("each version has its own key, and that of the first is as before", () => {
  const keys = [0, 1, 11].map((version) => orderAccessKey("ZV-7G01", version));
  expect(new Set([...keys, orderAccessKey("ZV-7G011", 1)]).size).toBe(4);
  expect(keys[0]).toBe(orderAccessKey("ZV-7G01"));
});

const atEnd = (link: string) =>
  [".", ")", ",", "%3E", "%20", "%E2%80%9D)."].map((end) => link + end);

test("a link copied with the signs around it, or in other letters, leads to the order", async () => {
  const order = anOrder({ status: "paid" });
  const link = visitorOrderPath(order);
  const files = [`${link}/visit.ics`, `${link}/tickets.pdf`];
  const ticket = `/t/${codesOf(order.seq)[0]!}`;
  for (const right of [link, ...files, ticket]) {
    for (const wrong of [...atEnd(right), right.toLowerCase()]) {
      const response = await send(wrong);
      expect([wrong, response.status, response.headers.get("location")]).toEqual([
        wrong,
        302,
        right,
      ]);
    }
    expect((await send(right)).status).toBe(200);
  }
  const confirmation = await send(`${link}?proof=ABC.`);
  expect(confirmation.headers.get("location")).toBe(`${link}?proof=ABC`);
});

test("other pages open from such links too, and unknown ones stay unknown", async () => {
  for (const wrong of atEnd("/tickets/find")) {
    expect((await send(wrong)).headers.get("location")).toBe("/tickets/find");
  }
  expect((await send("/nothing")).status).toBe(404);
  const { id } = anOrder();
  const staff = await send(`/admin/dashboard/orders/${id.toLowerCase()}.`, { headers: { cookie } });
  expect(staff.headers.get("location")).toBe(`/admin/dashboard/orders/${id}`);
  const { status } = await call("GET /order/{id}", {
    as: "owner",
    params: { id: id.toLowerCase() },
  });
  expect(status).toBe(200);
});
