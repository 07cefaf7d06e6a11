import { beforeEach, describe, expect, test } from "vitest";
import { sqlite } from "db/connection.server";
import { closeDay } from "~/features/closures/close-day.server";
import { orderAccessKey } from "~/features/orders/orders.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { setRetentionDays } from "~/features/privacy/retention.server";
import { call, cookieOf, send } from "../../support/site/app";
import { anAdmin, anOrder, asStaff, codesOf, tomorrow } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

const WHO = { name: "Zebulon Quist", email: "zebulon@quist.example", phone: "5550199" };
const JSON_FILE = "/admin/dashboard/privacy/person.json";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const asOwner = async () => ({ headers: { cookie: await cookieOf("owner") } });

/** A paid order whose visit was long ago and whose contact data was erased, and its tickets' codes. */
function anErasedOrder() {
  const order = anOrder({ contact: WHO, status: "paid" });
  const [code = ""] = codesOf(order.seq);
  closeDay(owner(), { day: order.visitDate, slots: ["morning"], way: "offer", note: "" });
  sqlite.prepare("UPDATE orders SET visit_date = '2020-02-03' WHERE id = ?").run(order.id);
  erasePerson(owner(), WHO.email);
  return { ...order, code, own: `/order/${order.id}/${orderAccessKey(order.id)}` };
}

describe("an anonymized order", () => {
  let order: ReturnType<typeof anErasedOrder>;
  beforeEach(() => void (order = anErasedOrder()));

  test("is returned by the API as documented, without contact data", async () => {
    const one = await call("GET /order/{id}", { as: "admin", params: { id: order.id } });
    const nobody = { name: "", email: "", phone: "" };

    expect(one.body.data.order).toMatchObject({ _id: order.id, status: "paid", contact: nobody });
    const list = await call("GET /order", { as: "admin" });
    expect(list.body.data.items).toMatchObject([{ _id: order.id, contact: nobody }]);
    const table = await call("GET /order/table", { as: "admin" });
    expect(JSON.stringify(table.body)).not.toContain("quist");
  });

  test("opens as the visitor's page, calendar, tickets and ticket", async () => {
    for (const path of [
      order.own,
      `${order.own}/visit.ics`,
      `${order.own}/tickets.pdf`,
      `/t/${order.code}`,
    ]) {
      const response = await send(path);
      expect(response.status, path).toBe(200);
      expect(await response.text()).not.toMatch(/quist/i);
    }
  });

  test.each([
    ["on its screen", "/admin/dashboard/orders/{id}", "Erased"],
    ["in the list", "/admin/dashboard/orders?q={id}", "Erased"],
    ["in the audit, as a person without a name", "/admin/dashboard/audit", "Erased a person"],
    ["on the visitor's page, with its tickets", "{own}", "Show this at the gate"],
  ])("is shown %s", async (_, path, words) => {
    const url = path.replace("{id}", order.id).replace("{own}", order.own);
    const html = await (await sendAndRender(url, await asOwner())).text();

    expect(html).toContain(words);
    expect(html).not.toMatch(/quist/i);
  });

  test("is in the CSV with its figures", async () => {
    const response = await send("/admin/dashboard/reports/orders.csv", await asOwner());

    const [, line] = (await response.text()).trim().split("\r\n");
    expect(line).toContain(order.id);
    expect(line).not.toMatch(/quist/i);
  });

  test("can be refunded without a mail", async () => {
    const { status } = await call("PATCH /order/{id}/status", {
      as: "admin",
      params: { id: order.id },
      body: { status: "refunded" },
    });

    expect(status).toBe(200);
    expect(sqlite.prepare("SELECT count(*) FROM outbox").pluck().get()).toBe(0);
  });
});

describe("the personal data download", () => {
  test("has no-store and an anonymous file name", async () => {
    const { id } = anOrder({ contact: WHO, visitDate: tomorrow() });
    const query = new URLSearchParams({ email: WHO.email.toUpperCase() });

    const response = await send(`${JSON_FILE}?${query}`, await asOwner());

    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[a-z.-]+"$/,
    );
    expect(await response.json()).toMatchObject({ orders: [{ number: id, phone: WHO.phone }] });
  });

  test.each(["", "?email=", "?email=nobody"])("is empty for %j", async (query) => {
    const response = await send(JSON_FILE + query, await asOwner());

    expect(response.status).toBe(400);
  });
});

test("the address that staff look up stays in no URL", async () => {
  const order = anOrder({ contact: WHO, status: "cancelled" });
  const screen = "/admin/dashboard/privacy";
  const data = "_data=routes/admin/privacy";
  const init = await asOwner();
  const post = (fields: Record<string, string>) =>
    send(`${screen}?${data}`, { ...init, method: "POST", body: new URLSearchParams(fields) });

  const typed = await send(`${screen}?email=${WHO.email}&confirm=erase&${data}`, init);
  const asked = new URLSearchParams(typed.headers.get("x-remix-redirect")!.split("?")[1]);
  expect([asked.get("email"), asked.get("confirm")]).toEqual([null, "erase"]);
  const found = (await post({ intent: "find", email: WHO.email })).headers.get("x-remix-redirect")!;
  expect(found).toBe(`${screen}?person=${asked.get("person")}`);

  const shown = await send(`${found}&confirm=erase&${data}`, init);
  expect(await shown.json()).toMatchObject({
    person: { orders: [{ id: order.id }] },
    question: {},
  });
  expect((await send(found.replace("privacy", "privacy/person.json"), init)).status).toBe(200);
  expect((await send(`${screen}?person=nobody&${data}`, init)).status).toBe(400);

  const erased = await post({ intent: "erase", email: WHO.email });
  expect(erased.headers.get("x-remix-redirect")).toBe(`${found}#person`);
});

test("a retention period that cannot be is refused at its field", async () => {
  const body = new URLSearchParams({ days: "29" });
  const init = { ...(await asOwner()), method: "POST", body };
  const answer = await sendAndRender("/admin/dashboard/privacy", init);

  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Days are a whole number from 30 to 3,650");
});

test("the privacy page states the current retention period", async () => {
  const told = async () => (await send("/privacy?_data=routes/public/privacy")).json();
  expect(await told()).toMatchObject({ contactDays: 365, backupDays: 7, replicaDays: 0 });

  setRetentionDays(owner(), { days: 90 });
  expect(await told()).toMatchObject({ contactDays: 90, backupDays: 7 });
  const html = (await (await sendAndRender("/privacy")).text()).replaceAll("<!-- -->", "");
  expect(html).toContain("90 days after your visit");
});
