import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { outbox } from "db/schema";
import { env } from "~/env.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { parseBounces } from "~/features/mail/status/bounces.schema";
import { messageIdOf } from "~/features/mail/compose.server";
import { markSent } from "~/features/mail/delivery.server";
import { bouncedView, mailStatusView } from "~/features/mail/status/mail-status.presenter.server";
import { listOutbox, resend } from "~/features/mail/outbox-list.server";
import { ListOutbox } from "~/features/mail/outbox.schema";
import { editOrder } from "~/features/orders/edit-order.server";
import type { OrderChanges } from "~/features/orders/order.schema";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { send } from "../../support/site/app";
import { claimedMail } from "../../support/site/claimed-mail";

const SECRET = "a-secret-of-sixteen-or-more";
const basic = `Basic ${Buffer.from(`mail:${SECRET}`).toString("base64")}`;
const EMAIL = "asha@example.org";
const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(env, { MAIL_WEBHOOK_SECRET: SECRET, SMTP_URL: "smtp://mail.test" });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { MAIL_WEBHOOK_SECRET: undefined, SMTP_URL: undefined });
});

const owner = () => asStaff(anAdmin({ role: "owner" }));
const rows = () => db.select().from(outbox).all();
const post = (body: unknown, authorization = basic) =>
  send("/webhooks/mail", {
    method: "POST",
    body: JSON.stringify(body),
    headers: authorization ? { authorization } : {},
  });

/** An order whose mail was sent. */
function aSentMail() {
  const order = anOrder({ visitDate: addDays(toLocalDate(), 5) });
  const mail = claimedMail()!;
  markSent(mail);
  return { order, id: mail.id };
}

const POSTMARK = {
  RecordType: "Bounce",
  Type: "HardBounce",
  Email: EMAIL,
  Description: "Unknown user",
  Details: "smtp;550 5.1.1\r\n  no such user",
};
const BREVO = { event: "hard_bounce", email: EMAIL, reason: "550 no such user" };

test.each([
  ["Postmark", POSTMARK, "Unknown user smtp;550 5.1.1 no such user"],
  [
    "SendGrid",
    [{ event: "delivered" }, { event: "bounce", email: EMAIL, reason: "550 no" }],
    "550 no",
  ],
  ["Brevo", BREVO, "550 no such user"],
])("%s tells that a mail came back", async (_, body, reason) => {
  const { order, id } = aSentMail();
  const response = await post(body);
  expect([response.status, await response.json()]).toEqual([200, { bounced: 1 }]);
  expect(rows()).toMatchObject([{ id, state: "bounced", lastError: reason }]);
  expect(bouncedView(order.seq)).toMatchObject([{ id, kind: "Booked", to: EMAIL, reason }]);
  expect(mailStatusView(owner())).toMatchObject({ late: null, bounced: 1, newestBounce: id });
  const listed = listOutbox(owner(), ListOutbox.parse({ state: "bounced" }));
  expect(listed.items).toMatchObject([{ id, state: "bounced" }]);
});

test.each([
  ["Postmark, sent later", { ...POSTMARK, Type: "Transient" }],
  ["Postmark, an answering machine", { ...POSTMARK, Type: "AutoResponder" }],
  ["SendGrid, opened", [{ event: "open", email: EMAIL }]],
  ["Brevo, deferred", { ...BREVO, event: "deferred" }],
  ["something else", ["x", null, 7, { email: EMAIL }]],
])("%s is no bounce", (_, body) => {
  expect(parseBounces(body)).toEqual([]);
});

test.each([
  ["no secret", POSTMARK, "", 401],
  ["another secret", POSTMARK, "Bearer a-secret-of-sixteen-or-less", 401],
  ["the secret as bearer token", POSTMARK, `Bearer ${SECRET}`, 200],
])("with %s it answers as it should", async (_, body, authorization, status) => {
  aSentMail();
  expect((await post(body, authorization)).status).toBe(status);
  expect(rows()[0]!.state).toBe(status === 200 ? "bounced" : "sent");
});

test("no JSON is an error of the sender, and without a setting there is nothing here", async () => {
  const headers = { authorization: basic };
  const answer = await send("/webhooks/mail", { method: "POST", body: "{", headers });
  expect(answer.status).toBe(400);
  expect((await send("/webhooks/mail")).status).toBe(405);
  Object.assign(env, { MAIL_WEBHOOK_SECRET: undefined });
  expect((await post(POSTMARK)).status).toBe(404);
});

test("the Message-ID says which mail it was; else it is the newest of these days", async () => {
  const first = aSentMail();
  const second = aSentMail();
  const states = () => rows().map(({ state }) => state);
  await post([{ event: "bounce", email: EMAIL.toUpperCase(), "smtp-id": messageIdOf(first.id) }]);
  expect(states()).toEqual(["bounced", "sent"]);
  await post({ ...BREVO, email: "other@example.org" });
  expect(states()).toEqual(["bounced", "sent"]);
  vi.setSystemTime(Date.now() + 8 * DAY);
  await post(BREVO);
  expect(states(), "it may be about a mail that is not ours").toEqual(["bounced", "sent"]);
  expect(mailStatusView(owner()), "old ones are no news").toBeNull();
  expect(second.id).toBeGreaterThan(first.id);
});

test.each([
  ["Postmark", (at: number) => ({ ...POSTMARK, BouncedAt: new Date(at).toISOString() })],
  [
    "SendGrid",
    (at: number) => [{ event: "bounce", email: EMAIL, timestamp: Math.floor(at / 1000) }],
  ],
  ["Brevo", (at: number) => ({ ...BREVO, ts_event: Math.floor(at / 1000) })],
])("%s may post the same twice, also after another mail was sent", async (_, bounceAt) => {
  aSentMail();
  const bounce = bounceAt(Date.now() + 1_000);
  await post(bounce);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  const { id } = aSentMail();
  expect(await (await post(bounce)).json()).toEqual({ bounced: 0 });
  expect(rows()).toMatchObject([{ state: "bounced" }, { id, state: "sent" }]);
});

test("a Message-ID of ours that no mail has marks none", async () => {
  const { id } = aSentMail();
  await post([{ event: "bounce", email: EMAIL, "smtp-id": messageIdOf(id + 1) }]);
  expect(rows()).toMatchObject([{ state: "sent" }]);
});

test("takes a list of half a megabyte, and refuses two", async () => {
  aSentMail();
  const opened = Array.from({ length: 800 }, () => ({ event: "open", note: "x".repeat(600) }));
  expect(await (await post([...opened, BREVO])).json()).toEqual({ bounced: 1 });
  expect((await post([...opened, ...opened, ...opened, ...opened])).status).toBe(413);
});

test("it can be sent again, and goes to the corrected address by itself", async () => {
  const { order, id } = aSentMail();
  await post(BREVO);
  resend(owner(), String(id));
  expect(rows()).toMatchObject([{ state: "waiting", lastError: "" }]);
  markSent(claimedMail()!);
  await post(BREVO);
  const contact = { name: "Asha Rao", email: "asha@example.com", phone: "" };
  editOrder(owner(), order.id, { contact } as Partial<OrderChanges> as OrderChanges);
  expect(claimedMail()).toMatchObject({ id, recipient: "asha@example.com" });
});

test("what a mailbox said is erased with its person", async () => {
  const { order } = aSentMail();
  await post({ ...BREVO, reason: `${EMAIL} does not exist` });
  db.update(outbox).set({ orderSeq: null }).where(eq(outbox.orderSeq, order.seq)).run();
  erasePerson(owner(), EMAIL);
  expect(JSON.stringify(rows())).not.toContain(EMAIL);
});
