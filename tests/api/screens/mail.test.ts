import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { capacityOverrides, orders, outbox } from "db/schema";
import { addDays } from "~/lib/dates";
import { createSession } from "~/features/auth/sessions.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { EditOrder } from "~/features/orders/order.schema";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { env } from "~/env.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { createFormToken } from "~/lib/http/form-token.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { call, send } from "../../support/site/app";
import { anAdmin, anOrder, anOrderBody, asStaff, tomorrow } from "../../support/data/factories";
import { readPdf } from "../../support/site/pdf";

const HOUR = 3_600_000;
const in5Days = () => addDays(toLocalDate(), 5);

afterEach(() => void vi.useRealTimers());
afterEach(() => void Object.assign(env, { SMTP_URL: undefined }));

const queued = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ kind, recipient, payload, state }) => ({
      kind,
      recipient,
      state,
      ...(payload as object),
    }));
const mailOn = (kind: string, id: string, more = {}) => [
  expect.objectContaining({ kind, order: id, recipient: "asha@example.org", ...more }),
];
const forget = () => void db.delete(outbox).run();

const post = (path: string, fields: Record<string, string>, headers = {}) =>
  send(path, { method: "POST", body: new URLSearchParams(fields), headers });

/** An order whose own mails are out of the way. */
function settled(changes: Parameters<typeof anOrder>[0] = {}) {
  const order = anOrder({ visitDate: in5Days(), ...changes });
  forget();
  return order;
}

describe("each change of an order enqueues one mail", () => {
  test("a booking by the API, once per idempotency key", async () => {
    const headers = { "idempotency-key": "0123456789abcdef" };
    const first = await call("POST /order", { body: anOrderBody(), headers });
    const again = await call("POST /order", { body: anOrderBody(), headers });

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(queued()).toEqual(mailOn("booked", first.body.data.order._id));
  });

  test("a booking by the form", async () => {
    const { contact } = anOrderBody();
    const fields = { ...contact, date: tomorrow(), slot: "morning", adult: "1" };
    await post("/tickets", { intent: "book", paymentMethod: "upi", ...fields });

    expect(queued()).toEqual([expect.objectContaining({ kind: "booked" })]);
  });

  test.each([
    ["pending", "paid"],
    ["pending", "cancelled"],
    ["paid", "refunded"],
    ["paid", "cancelled"],
    ["cancelled", "paid"],
  ] as const)("%s to %s, once", async (from, to) => {
    const { id } = settled({ status: from });
    const move = () =>
      call("PATCH /order/{id}/status", { as: "admin", params: { id }, body: { status: to } });
    await move();
    await move();

    expect(queued()).toEqual(mailOn(to, id));
  });

  test("a reschedule by the visitor", async () => {
    const { id } = settled({ status: "paid" });
    await post(visitorOrderPath({ id, linkVersion: 0 }), {
      intent: "move",
      date: in5Days(),
      slot: "evening",
    });
    await post(visitorOrderPath({ id, linkVersion: 0 }), {
      intent: "move",
      date: in5Days(),
      slot: "evening",
    });

    const from = { visitDate: in5Days(), visitSlot: "morning" };
    expect(queued()).toEqual(mailOn("moved", id, { visitSlot: "evening", from }));
  });

  test("but nothing that a stranger does to a booking that was never paid", async () => {
    const path = visitorOrderPath(settled());
    await post(path, { intent: "move", date: in5Days(), slot: "evening" });
    await post(path, { intent: "cancel" });

    expect(queued()).toEqual([]);
  });

  test("a reschedule by staff, but no other edit", async () => {
    const { id } = settled({ status: "paid" });
    const edit = (body: object) => call("PATCH /order/{id}", { as: "admin", params: { id }, body });
    await edit({ contact: { name: "Asha R.", email: "asha@example.org" } });
    await edit({ paymentMethod: "card" });
    expect(queued()).toEqual([]);
    await edit({ visitDate: addDays(in5Days(), 1) });

    expect(queued()).toEqual(mailOn("moved", id, { visitDate: addDays(in5Days(), 1) }));
  });

  test("no mail for a reschedule without places", async () => {
    const { id } = settled({ status: "cancelled" });
    const body = { visitDate: addDays(in5Days(), 1) };
    await call("PATCH /order/{id}", { as: "admin", params: { id }, body });

    expect(queued()).toEqual([]);
  });

  test("and nothing about its expiry", () => {
    settled();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 25 * HOUR);
    expireOverdue();
    expireOverdue();

    expect(queued()).toEqual([]);
  });
});

describe("a rejected change enqueues nothing", () => {
  test("a booking without available places", async () => {
    db.insert(capacityOverrides)
      .values({ visitDate: tomorrow(), visitSlot: "morning", capacity: 1 })
      .run();
    const { status } = await call("POST /order", { body: anOrderBody() });

    expect(status).toBe(409);
    expect(queued()).toEqual([]);
  });

  test("an edit that fails at its last step enqueues no mail", async () => {
    const { id } = settled();
    const body = { visitSlot: "evening", status: "refunded" };
    const { status } = await call("PATCH /order/{id}", { as: "admin", params: { id }, body });

    expect(status).toBe(409);
    expect(queued()).toEqual([]);
  });
});

describe("the tickets as a PDF", () => {
  test("are available on the visitor's page once paid", async () => {
    const { id, seq } = anOrder({ status: "paid" });
    const answer = await send(`${visitorOrderPath({ id, linkVersion: 0 })}/tickets.pdf`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="zoo-verse-tickets-${id}.pdf"`,
    );
    const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages[0]!.codes.map(({ text }) => text)).toEqual(
      activeTicketsOfOrder(seq).map(({ code }) => `http://zoo.test/t/${code}`),
    );
  });

  test.each(["pending", "cancelled", "refunded"] as const)(
    "are not available while the order is %s",
    async (status) => {
      const { id } = anOrder({ status });
      const answer = await send(`${visitorOrderPath({ id, linkVersion: 0 })}/tickets.pdf`);

      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(visitorOrderPath({ id, linkVersion: 0 }));
    },
  );

  test("are not available for a wrong key or unknown order", async () => {
    const { id } = anOrder({ status: "paid" });
    const wrong = `/order/${id}/${"A".repeat(26)}/tickets.pdf`;
    expect((await send(wrong)).status).toBe(404);
    expect(
      (await send(`${visitorOrderPath({ id: "ZV-0000", linkVersion: 0 })}/tickets.pdf`)).status,
    ).toBe(404);
  });
});

describe("finding a lost booking", () => {
  const ask = (fields: Record<string, string> = {}, clientIp?: string) => {
    const body = new URLSearchParams({ email: "asha@example.org", opened: opened(), ...fields });
    return send("/tickets/find", { method: "POST", body }, clientIp);
  };
  let opened = () => "";
  beforeEach(() => {
    const sealed = createFormToken();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 5_000);
    opened = () => sealed;
  });

  test("has the same response and effect with or without one", async () => {
    settled();
    const known = await ask();
    const unknown = await ask({ email: "nobody@example.org" });

    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe("/tickets/find?asked=1#main");
    }
    expect(queued()).toEqual([
      { kind: "links", recipient: "asha@example.org", state: "waiting" },
      { kind: "links", recipient: "nobody@example.org", state: "waiting" },
    ]);
  });

  test.each(["", "asha", "a@b", "a@example.org, b@example.org", "a@example.org\r\nBcc: c@d.org"])(
    "rejects %j",
    async (email) => {
      expect((await ask({ email })).status).toBe(400);
      expect(queued()).toEqual([]);
    },
  );

  test("rejects bots", async () => {
    expect((await ask({ website: "x" })).status).toBe(400);
    expect(queued()).toEqual([]);

    const quick = () => ask({ opened: createFormToken() }, "203.0.113.76");
    expect([await quick(), await quick(), await quick()].map(({ status }) => status)).toEqual([
      302, 302, 400,
    ]);
  });

  test("is limited per client", async () => {
    const client = "203.0.113.77";
    const email = (at: number) => `visitor${at}@example.org`;
    for (let at = 0; at < 5; at += 1) {
      expect((await ask({ email: email(1) }, client)).status).toBe(302);
    }
    const refused = await ask({ email: email(1) }, client);
    expect(refused.status).toBe(429);
    expect((await ask({ email: email(1) }, "203.0.113.78")).status).toBe(302);
    expect((await ask({ email: email(6) }, client)).status).toBe(302);
  });
});

describe("the outbox", () => {
  async function asOwner(path: string, init: RequestInit = {}) {
    const owner = anAdmin({ role: "owner", name: "Meera Owner" });
    const lines = await sessionCookies(await createSession(owner.id, "test"));
    const cookie = lines.map((line) => line.split(";")[0]).join("; ");
    return send(path, { ...init, headers: { cookie } });
  }
  const list = async (query = "") => {
    const answer = await asOwner(
      `/admin/dashboard/outbox?_data=routes%2Fadmin%2Foutbox${query && `&${query}`}`,
    );
    return (await answer.json()) as any;
  };
  const screen = async (id: number) => {
    const path = `/admin/dashboard/outbox/${id}?_data=routes%2Fadmin%2Foutbox-mail`;
    return ((await (await asOwner(path)).json()) as any).mail;
  };
  const rows = () => db.select().from(outbox).all();

  test("says that mails are not sent where there is no mail server", async () => {
    anOrder();
    const without = await list();
    const filtered = await list("state=not+sent");
    env.SMTP_URL = "smtp://127.0.0.1:9";
    const withOne = await list();

    expect(without.mails[0]).toMatchObject({ state: "not sent", note: "No mail server is set up" });
    expect(filtered.mails).toHaveLength(1);
    expect((await list("state=not+sent")).mails).toEqual([]);
    expect(withOne.mails[0]).toMatchObject({ state: "waiting", note: "" });
    expect((await list("state=waiting")).mails).toHaveLength(1);
  });

  test("is searched by address or order, and filtered by kind", async () => {
    const { id } = anOrder({ status: "paid" });
    anOrder({ contact: { name: "Ravi", email: "ravi@example.org", phone: "" } });

    const found = async (query: string) =>
      (await list(query)).mails.map(({ kind, to }: any) => `${kind} ${to}`);
    expect(await found("q=ravi%40")).toEqual(["Booked ravi@example.org"]);
    for (const number of [id, id.slice("ZV-".length).toLowerCase()]) {
      expect(await found(`q=${number}`), number).toEqual([
        "Tickets asha@example.org",
        "Booked asha@example.org",
      ]);
    }
    expect(await found("kind=paid")).toEqual(["Tickets asha@example.org"]);
    expect((await list("state=lost")).failure).toContain(
      "state takes waiting, sent, bounced, failed",
    );
  });

  test("displays a mail as sent", async () => {
    const order = anOrder({ status: "paid" });
    const mail = await screen(rows().at(-1)!.id);

    expect(mail.content.subject).toContain(`order ${order.id}`);
    const links = mail.content.lines.filter(({ isLink }: any) => isLink);
    expect(links[0].line).toBe(`http://localhost:3000${visitorOrderPath(order)}`);
    expect(links).toHaveLength(1 + order.ticketCount);
    expect(mail.attachments).toHaveLength(2);
  });

  test("skips an outdated mail with a reason", async () => {
    const { id } = anOrder({ visitDate: in5Days(), status: "paid" });
    const [booked] = rows();
    const move = (visitSlot: "afternoon" | "evening") =>
      editOrder(asStaff(anAdmin()), id, EditOrder.parse({ visitSlot }));
    move("afternoon");
    const moved = rows().at(-1)!;
    expect((await screen(moved.id)).content).not.toBeNull();
    move("evening");

    expect(await screen(booked!.id)).toMatchObject({
      content: null,
      attachments: [],
      outdatedReason: "The order is now paid",
    });
    expect((await screen(moved.id)).outdatedReason).toMatch(/^The visit was moved again, to /);
    expect((await screen(rows().at(-1)!.id)).content.subject).toContain(id);
  });

  test("displays the next step of a waiting mail", async () => {
    env.SMTP_URL = "smtp://127.0.0.1:9";
    anOrder();
    const { id } = rows()[0]!;
    const next = async (changes: object) => {
      db.update(outbox).set(changes).run();
      return (await screen(id)).next;
    };

    expect(await next({ attempts: 0 })).toBeNull();
    expect(await next({ attempts: 1, nextAttemptAt: Date.now() + HOUR })).toBe("It is being sent.");
    const lastError = "connect ECONNREFUSED";
    expect(await next({ lastError })).toBe("The next attempt is in 60 minutes.");
    expect(await next({ nextAttemptAt: Date.now() + 8 * HOUR })).toMatch(/in 8 hours/);
    expect(await next({ nextAttemptAt: Date.now() })).toMatch(/within a minute/);
    expect(await next({ state: "sent" })).toBeNull();
  });

  test("retains a deleted order's mail without its text", async () => {
    const order = anOrder();
    db.delete(orders).where(eq(orders.seq, order.seq)).run();
    const mail = await screen(rows()[0]!.id);

    expect(mail).toMatchObject({
      content: null,
      attachments: [],
      order: order.id,
      isDeleted: true,
    });
  });

  test("resends a failed mail only", async () => {
    anOrder();
    const { id } = rows()[0]!;
    const again = () =>
      asOwner(`/admin/dashboard/outbox/${id}`, { method: "POST", body: new URLSearchParams() });

    expect((await again()).status).toBe(409);
    db.update(outbox).set({ state: "failed", attempts: 13, nextAttemptAt: 0 }).run();
    expect((await again()).status).toBe(302);
    expect(rows()[0]).toMatchObject({ state: "waiting", attempts: 0, lastError: "" });
    expect(rows()[0]!.nextAttemptAt).toBeGreaterThan(Date.now() - 10_000);
    const { mails } = await list();
    expect(mails[0].id).toBe(id);
  });

  test.each(["0", "999999", "x", "1e3", "-1"])("has no mail %s", async (id) => {
    const answer = await asOwner(`/admin/dashboard/outbox/${id}`);
    expect(answer.status).toBe(404);
  });
});
