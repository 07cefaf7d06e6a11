import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { orders, outbox } from "db/schema";
import { env } from "~/env.server";
import { addDays } from "~/lib/dates";
import { setAppSetting } from "~/lib/app-settings.server";
import { transaction } from "db/transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { confirmationKey, orderById } from "~/features/orders/orders.server";
import { cancelUnpaid } from "~/features/orders/list/cancel-unpaid.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { loadMail } from "~/features/mail/mail.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { call, cookieOf, send } from "../../support/site/app";
import { anAdmin, anOrder, anOrderBody, asStaff } from "../../support/data/factories";

const day = (ahead: number) => addDays(toLocalDate(), ahead);
const visitDate = day(5);
let last = 0;
let tests = 0;
const nextNumber = () => (last += 1);

// The rate limits count for ten minutes, and each test starts with none.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (tests += 1) * 660_000 }),
);
afterEach(() => {
  vi.useRealTimers();
  env.SMTP_URL = undefined;
  env.OWN_NETWORKS = [];
});

type Wanted = { clientIp?: string; people?: number; email?: string } & Record<string, unknown>;

/** Up to 30 people under an address that nobody had before. */
function book({ clientIp = "203.0.113.1", people = 10, email, ...changes }: Wanted = {}) {
  const items = ["adult", "child", "senior"].map((ticketType, at) => ({
    ticketType,
    quantity: Math.max(0, Math.min(10, people - at * 10)),
  }));
  const contact = { name: "Asha Rao", email: email ?? `v${nextNumber()}@example.org`, phone: "" };
  const body = { ...anOrderBody(), visitDate, contact, items, paymentMethod: "cash", ...changes };
  return call("POST /order", { body, clientIp });
}

async function bookUntilRefused(wanted: (at: number) => Wanted) {
  for (let at = 0; at < 60; at += 1) {
    const answer = await book(wanted(at));
    if (answer.status !== 201) return { places: unpaidPlaces(), answer };
  }
  throw new Error("never refused");
}

const unpaidPlaces = () =>
  db
    .select()
    .from(orders)
    .all()
    .filter(({ status }) => status === "pending")
    .reduce((sum, { ticketCount }) => sum + ticketCount, 0);

describe("unpaid places", () => {
  test("of one network are at most 30 % of a slot", async () => {
    const { places, answer } = await bookUntilRefused(() => ({ people: 30 }));

    expect([places, answer.status]).toEqual([150, 409]);
    expect(answer.body.message).toBe("Too many places from your network wait for payment");
    expect(JSON.stringify(answer.body.errors)).toMatch(/another slot or day, pay .* call \+91/);
    expect((await book({ visitSlot: "evening" })).status).toBe(201);
    expect((await book({ clientIp: "203.0.113.2" })).status).toBe(201);
  });

  test("of a /56 of IPv6 are counted together", async () => {
    const { places } = await bookUntilRefused((at) => ({
      people: 30,
      clientIp: `2001:db8:1:${at.toString(16)}::1`,
    }));

    expect(places).toBe(150);
    expect((await book({ people: 30, clientIp: "2001:db8:1:100::1" })).status).toBe(201);
  });

  test("of all networks are at most half of a slot, and staff still book", async () => {
    const { places, answer } = await bookUntilRefused((at) => ({
      people: 30,
      clientIp: `198.51.100.${at}`,
    }));
    const byStaff = await call("POST /order", {
      as: "editor",
      clientIp: "198.51.100.1",
      body: { ...anOrderBody(), visitDate, items: [{ ticketType: "adult", quantity: 10 }] },
    });

    expect([places, answer.status, byStaff.status]).toEqual([240, 409, 201]);
    expect(answer.body.message).toBe("Too many places in this slot wait for payment");
  });

  test("under one e-mail address are at most 30, ignoring case", async () => {
    const email = "Asha.Many@example.org";
    expect((await book({ people: 25, email })).status).toBe(201);
    const beyond = await book({ people: 6, email: email.toLowerCase(), visitSlot: "evening" });

    expect([beyond.status, beyond.body.errors[0].path]).toEqual([409, "contact.email"]);
    expect((await book({ people: 5, email, visitSlot: "evening" })).status).toBe(201);
  });

  test("count while they are open: payment, cancellation and expiry free them", async () => {
    await bookUntilRefused(() => ({ people: 30 }));
    const [paid, cancelled] = db.select().from(orders).all();
    for (const [id, status] of [
      [paid!.id, "paid"],
      [cancelled!.id, "cancelled"],
    ])
      await call("PATCH /order/{id}/status", {
        as: "owner",
        params: { id: id! },
        body: { status },
      });

    expect((await book({ people: 30 })).status).toBe(201);
    expect((await book({ people: 30 })).status).toBe(201);
    expect((await book({ people: 30 })).status).toBe(409);
    const networks = db.select().from(orders).all();
    expect(
      networks.filter(({ status }) => status !== "pending").map(({ network }) => network),
    ).toEqual(["", ""]);
    expect(networks.every(({ network }) => !network.includes("203"))).toBe(true);
  });

  test("follow a visitor who moves them", async () => {
    await bookUntilRefused(() => ({ people: 30 }));
    const elsewhere = await book({ people: 30, visitSlot: "evening" });
    const path = new URL(elsewhere.body.data.order.links.order).pathname;
    const body = new URLSearchParams({ intent: "move", date: visitDate, slot: "morning" });
    const moved = await send(path, { method: "POST", body });

    expect(moved.status).toBe(409);
  });

  test("are the owner's to decide, and the zoo's own networks have no share", async () => {
    transaction((tx) => setAppSetting(tx, "unpaid_network_percent", 6));
    expect((await bookUntilRefused(() => ({ people: 10 }))).places).toBe(30);

    env.OWN_NETWORKS = ["203.0.113.0/24"];
    for (let at = 0; at < 21; at += 1) expect((await book({ people: 10 })).status).toBe(201);
  });

  test("many bookings at once stay within the share", async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => book({ people: 30 })));

    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(unpaidPlaces()).toBe(150);
  });
});

test("days after the booking window are not open to visitors, by API and form", async () => {
  const far = { visitDate: day(181) };
  const answer = await book(far);
  const form = new URLSearchParams({
    date: day(181),
    slot: "morning",
    adult: "1",
    name: "Asha Rao",
    email: "asha@example.org",
  });
  const byForm = await send("/tickets?_data=routes/public/tickets", { method: "POST", body: form });
  const byStaff = await call("POST /order", { as: "admin", body: { ...anOrderBody(), ...far } });

  expect([answer.status, answer.body.errors[0].path]).toEqual([400, "visitDate"]);
  expect(answer.body.message).toMatch(/^Choose a day until /);
  expect((await byForm.json()).issues[0].path).toBe("date");
  expect([(await book({ visitDate: day(180) })).status, byStaff.status]).toEqual([201, 201]);
});

describe("a cash booking where mail is sent", () => {
  beforeEach(() => (env.SMTP_URL = "smtp://mail.test"));

  const order = (id: string) => orderById(id);
  const confirm = (id: string, proof: string) => {
    const body = new URLSearchParams({ intent: "confirm", proof });
    return send(visitorOrderPath(order(id)), { method: "POST", body });
  };

  test("ends after 24 hours", async () => {
    const { id } = anOrder({ visitDate, paymentMethod: "cash" });

    expect(order(id).expiresAt - order(id).createdAt).toBe(24 * 3_600_000);
  });

  test("is held until its slot ends once confirmed with the key from the mail", async () => {
    const { id } = anOrder({ visitDate, paymentMethod: "cash" });
    const [row] = db.select().from(outbox).all();
    const mail = JSON.stringify(renderTemplate(loadMail(row!)!));
    const proof = /proof=([0-9A-Z]+)/.exec(mail)![1]!;

    const forged = await confirm(
      id,
      proof.replace(/./, (first) => (first === "X" ? "Y" : "X")),
    );
    const before = order(id).expiresAt;
    const confirmed = await confirm(id, proof);

    expect([proof, forged.status, confirmed.status]).toEqual([
      confirmationKey(order(id)),
      409,
      302,
    ]);
    expect(before).toBeLessThan(order(id).expiresAt);
    expect((await confirm(id, proof)).status).toBe(302);
    expect(order(id).expiresAt).toBe(Date.parse(`${visitDate}T12:00:00+05:30`));
  });

  test("does not gain time by being moved", () => {
    const { id } = anOrder({ visitDate, paymentMethod: "cash" });
    const body = new URLSearchParams({ intent: "move", date: day(9), slot: "evening" });
    const before = order(id).expiresAt;

    return send(visitorOrderPath(order(id)), { method: "POST", body }).then(() => {
      expect([order(id).visitDate, order(id).expiresAt]).toEqual([day(9), before]);
    });
  });
});

test("without a mail server, or by staff, a cash booking is held until its slot ends", () => {
  const { expiresAt } = anOrder({ visitDate, paymentMethod: "cash" });

  expect(expiresAt).toBe(Date.parse(`${visitDate}T12:00:00+05:30`));
});

describe("all unpaid orders of a filter", () => {
  const owner = () => asStaff(anAdmin({ role: "admin" }));

  test("are cancelled without mail, but none that came later", () => {
    const orderOf = (email: string, status?: "paid") =>
      anOrder({ visitDate, contact: { name: "A", email, phone: "" }, status });
    const [bad, good, paid] = [
      orderOf("x1@bad.example"),
      orderOf("a@b.org"),
      orderOf("x2@bad.example", "paid"),
    ];
    const mails = db.select().from(outbox).all().length;
    const later = orderOf("x3@bad.example");
    const result = cancelUnpaid(owner(), ListOrders.parse({ q: "bad.example" }), paid.seq);

    const statusOf = ({ id }: { id: string }) => orderById(id).status;
    expect(result).toEqual({ cancelled: 1, left: 1 });
    expect([bad, good, paid, later].map(statusOf)).toEqual([
      "cancelled",
      "pending",
      "paid",
      "pending",
    ]);
    expect(db.select().from(outbox).all()).toHaveLength(mails + 1);
  });

  test("are asked about first, and editors may not cancel them", async () => {
    anOrder({ visitDate });
    const path = `/admin/dashboard/orders?status=pending&visitDate=${visitDate}`;
    const data = "_data=routes/admin/orders";
    const as = async (role: "admin" | "editor") => ({ cookie: await cookieOf(role) });
    const asking = await send(`${path}&confirm=unpaid&${data}`, { headers: await as("admin") });
    const { cancelling } = await asking.json();
    const press = async (role: "admin" | "editor") =>
      send(`${path}&${data}`, {
        method: "POST",
        headers: await as(role),
        body: new URLSearchParams({ intent: "cancelUnpaid", upTo: cancelling }),
      });

    expect((await press("editor")).status).toBe(403);
    expect(unpaidPlaces()).toBe(2);
    expect((await press("admin")).status).toBe(204);
    expect(unpaidPlaces()).toBe(0);
  });

  test("stand out on the dashboard", async () => {
    await bookUntilRefused(() => ({ people: 30 }));
    const headers = { cookie: await cookieOf("admin") };
    const answer = await send("/admin/dashboard?index&_data=routes/admin/dashboard", { headers });

    expect((await answer.json()).overview.orders.unpaid).toMatchObject({
      slots: [{ day: visitDate, people: 150, capacity: 500 }],
      more: 0,
    });
  });
});

describe("a booking's key", () => {
  const keyed = (clientIp: string, email: string, as: "nobody" | "admin" = "nobody") => {
    const body = { ...anOrderBody(), contact: { name: "", email, phone: "" } };
    return call("POST /order", { as, body, clientIp, headers: { "idempotency-key": "same" } });
  };

  test("is one client's own", async () => {
    const first = await keyed("203.0.113.7", "a@example.org");
    const again = await keyed("203.0.113.7", "a@example.org");
    const other = await keyed("203.0.113.8", "b@example.org");
    const staff = await keyed("203.0.113.7", "c@example.org", "admin");

    const idOf = ({ body }: typeof first) => body.data.order._id;
    expect([first, again, other, staff].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(idOf(again)).toBe(idOf(first));
    expect(new Set([first, other, staff].map(idOf)).size).toBe(3);
    expect((await keyed("203.0.113.7", "d@example.org")).status).toBe(422);
  });
});
