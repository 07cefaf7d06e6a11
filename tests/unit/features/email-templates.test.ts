import { describe, expect, test } from "vitest";
import { addDays } from "~/lib/dates";
import {
  isRequestMail,
  MAIL_KINDS,
  type MailKind,
  type OrderMail,
} from "~/features/mail/mail.rules";
import type { Mail } from "~/features/mail/mail.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById, orderAccessKey } from "~/features/orders/orders.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { attachmentsOf, compose } from "~/features/mail/compose.server";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { toHtml, toText } from "~/features/mail/render-email.server";
import { aRequest } from "../../support/data/groups";
import { claimedMail } from "../../support/site/claimed-mail";
import { anAdmin, anOrder, anOrderBody, asStaff, tomorrow } from "../../support/data/factories";

const HERE = "http://localhost:3000";
const STATUS = {
  booked: "pending",
  paid: "paid",
  moved: "paid",
  cancelled: "cancelled",
  refunded: "refunded",
  refundedPart: "paid",
  repaid: "refunded",
  paidLate: "cancelled",
  notFound: "pending",
  closed: "paid",
  reopened: "paid",
  again: "paid",
} as const;

function aMail(kind: MailKind, name = "Asha Rao"): Mail {
  const contact = { ...anOrderBody().contact, name };
  const common = { id: 7, attempts: 1, recipient: contact.email };
  if (isRequestMail(kind)) return { ...common, kind, request: aRequest({ contactName: name }) };
  if (kind === "links") {
    const bookings = [anOrder({ contact }), anOrder({ contact, status: "paid" })];
    return { ...common, kind, bookings: bookings.map(({ id }) => orderById(id)) };
  }
  if (kind === "account") return { ...common, kind, event: "factorAdded" };
  if (kind === "reset") return { ...common, kind, createdAt: Date.now(), account: anAdmin() };
  const order = orderById(anOrder({ contact, status: STATUS[kind] }).id);
  const from = { visitDate: addDays(tomorrow(), 4), visitSlot: "evening" as const };
  return { ...common, kind, order, payload: kind === "moved" ? { from } : {} };
}

const orderMail = (kind: OrderMail, name?: string) =>
  aMail(kind, name) as Extract<Mail, { kind: OrderMail }>;
const textOf = (mail: Mail) => toText(renderTemplate(mail));
const linkTo = (id: string) => `${HERE}/order/${id}/${orderAccessKey(id)}`;

describe.each(MAIL_KINDS)("%s", (kind) => {
  test("has the same content as HTML and plain text", () => {
    const letter = renderTemplate(aMail(kind));
    const html = toHtml(letter);

    for (const part of letter.parts) {
      const words = Object.values(part).flat(2);
      for (const word of words.filter((value) => typeof value === "string")) {
        expect(toText(letter)).toContain(word);
        expect(html).toContain(word);
      }
    }
    expect(html).toContain('lang="en-IN"');
    expect(html).not.toMatch(/<(img|script|link)\b|url\(/); // nothing is fetched when it is opened
  });

  test("has one recipient and a reply address", async () => {
    const mail = aMail(kind);
    const first = await compose(mail);
    const again = await compose(mail);

    expect(first).toMatchObject({
      from: { name: "Zoo Verse", address: "no-reply@localhost" },
      to: { address: "asha@example.org" },
      replyTo: { address: "hello@zooverse.example" },
      headers: { "Auto-Submitted": "auto-generated" },
    });
    expect(first.messageId).toMatch(/^<\w{26}@localhost>$/);
    expect(again.messageId).toBe(first.messageId);
    expect((await compose({ ...mail, id: 8 })).messageId).not.toBe(first.messageId);
  });

  test("asks for privacy if it links to a booking", () => {
    const text = textOf(aMail(kind));

    const isAsked = text.includes("Keep this email to yourself: anyone with its links can see");
    expect(isAsked).toBe(text.includes(`${HERE}/order/`));
  });

  test.each([
    ["CR and LF", "Asha\r\nBcc: all@example.org"],
    ["a line separator", "Asha\u2028Bcc: all@example.org"],
    ["a change of direction", "Asha \u202egro.elpmaxe"],
    ["markup", "<a href=//evil.example>Asha</a>"],
    ["an address of the web", "Win at evil.example now"],
    ["a link", "https://evil.example/win"],
    ["an emoji", "Asha 🦊"],
    ["digits", "Call 98450"],
    ["a sentence", "you have won a big prize"],
    ["sixty letters", `Asha ${"a".repeat(55)}`],
    ["a domain in capitals", "Evil.Com"],
    ["a short domain", "A.evil"],
    ["a domain after a title", "Dr.Evil.Com"],
    ["quotes", '"Asha" <x@evil.example>'],
  ])("does not greet a name with %s", async (_, name) => {
    const message = await compose(aMail(kind, name));
    const { subject, text, html } = message;

    expect(String(text)).toContain("Hello,");
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil|Bcc|\u2028|\u202e|🦊/);
    expect(subject).toMatch(/^[\w ,:-]+$/);
  });
});

test("escapes all values in HTML", () => {
  const sign = `<b>"A" & B</b>`;
  const shown = "&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;";
  const link = { label: sign, href: `/?${sign}` };
  const parts = [
    { text: sign },
    { aside: sign },
    { button: link },
    { facts: [[sign, sign]] as const },
    { links: [{ ...link, note: sign }] },
  ];

  const html = toHtml({ subject: sign, heading: sign, parts });

  expect(html).not.toContain("<b>");
  expect(html.split(shown)).toHaveLength(11 + 1); // each in its place
});

test.each([
  "Asha Rao",
  "आशा राव",
  "J.R. D'Souza",
  "Łukasz",
  "李小龍",
  "محمد",
  "Dr. Asha (school)",
  "S.P.Balasubrahmanyam",
  "Dr.Rao",
  "A. P. J. Abdul Kalam",
  "Md.Irfan",
  "Maria da Silva Santos",
])("%s is greeted by name", (name) => {
  expect(textOf(aMail("booked", name))).toContain(`Hello ${name},`);
});

test("booked explains payment and expiry", () => {
  const mail = orderMail("booked");

  expect(textOf(mail)).toContain("Please pay ₹30 by UPI.");
  expect(textOf(mail)).toMatch(/held until \d{1,2} \w{3} \d{4}, \d+:\d\d [AP]M\./);
  expect(textOf(mail)).toContain(linkTo(mail.order.id));
  expect(attachmentsOf(mail)).toEqual([]);
  const inCash = { ...mail, order: { ...mail.order, paymentMethod: "cash" as const } };
  expect(textOf(inCash)).toContain("₹30 in cash at the ticket counter before your slot ends.");
});

test("paid has a link per ticket, the PDF and the calendar file", async () => {
  const mail = orderMail("paid");
  const { attachments } = await compose(mail);

  for (const { code } of activeTicketsOfOrder(mail.order.seq)) {
    expect(textOf(mail)).toContain(`${HERE}/t/${code}`);
  }
  expect(attachments!.map(({ filename }) => filename)).toEqual([
    `zoo-verse-tickets-${mail.order.id}.pdf`,
    `zoo-verse-${mail.order.id}.ics`,
  ]);
  expect(String(attachments![0]!.content).slice(0, 5)).toBe("%PDF-");
  expect(String(attachments![1]!.content)).toContain(linkTo(mail.order.id).slice(0, 40));
});

test("rescheduled names both dates and attaches updated files", () => {
  const mail = orderMail("moved");
  const unpaid = { ...mail, order: { ...mail.order, status: "pending" as const } };

  expect(textOf(mail)).toMatch(/It was on \w+day \d+ \w+ \d{4}, Evening \(3:00–6:00 PM\)\./);
  expect(textOf(mail)).toContain("Slot: Morning, 9:00 AM–12:00 PM");
  expect(attachmentsOf(mail)).toHaveLength(2);
  expect(attachmentsOf(unpaid).map(({ name }) => name)).toEqual([`zoo-verse-${mail.order.id}.ics`]);
  expect(textOf(unpaid)).toContain("Tickets are issued after payment.");
});

test.each(["cancelled", "refunded"] as const)(
  "%s takes the visit out of the calendar",
  async (kind) => {
    const mail = orderMail(kind);
    mail.order.status = kind;

    const [calendar] = (await compose(mail)).attachments!;

    expect(calendar!.contentType).toBe("text/calendar; charset=utf-8; method=CANCEL");
    expect(String(calendar!.content)).toMatch(/METHOD:CANCEL\r\n[^]*STATUS:CANCELLED/);
  },
);

test("cancelled gives the reason, if any", () => {
  const mail = orderMail("cancelled");
  const late = { ...mail, order: { ...mail.order, statusReason: "Not paid in time" } };

  expect(textOf(mail)).toContain("The zoo has cancelled this booking.");
  expect(textOf(late)).toContain("Not paid in time.");
  expect(textOf(late)).toContain(`Book Tickets:\n${HERE}/tickets\n`);
});

test("cancelled explains the refund to paid orders only", () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const letterAfter = (status: "pending" | "paid") => {
    updateOrderStatus(owner, anOrder({ status }).id, "cancelled");
    return textOf(claimedMail()!);
  };
  const words = "To ask about your payment, just reply to this email.";

  expect(letterAfter("paid")).toContain(words);
  expect(letterAfter("pending")).not.toContain(words);
});

test("closed offers a refund to paid orders only", () => {
  const mail = orderMail("closed");
  const unpaid = { ...mail, order: { ...mail.order, status: "pending" as const } };

  expect(textOf(mail)).toContain("your tickets stay valid. Or get your money back.");
  expect(textOf(unpaid)).toContain("Move it to another slot, or cancel it.");
  expect(textOf(unpaid)).not.toMatch(/tickets stay valid|money/);
});

const VOID = "The tickets of this order are no longer valid.";

test("refunded states the amount", () => {
  expect(textOf(aMail("refunded"))).toContain(`We have refunded ₹30. ${VOID}`);
});

test.each(["You asked for your money back", "The zoo is closed on 4 Aug 2026"])(
  "refunded claims no payment that is still due: %s",
  async (statusReason) => {
    const mail = orderMail("refunded");
    const owed = { ...mail, order: { ...mail.order, statusReason, refundDue: true } };

    expect(textOf(owed)).toContain(`${statusReason}.`);
    expect(textOf(owed)).toContain(VOID);
    expect(textOf(owed)).toContain("You get ₹30 back at the ticket counter, or the way you paid.");
    expect(textOf(owed)).not.toMatch(/have refunded|is refunded/);
    expect((await compose(owed)).subject).toBe(`You get your money back, order ${mail.order.id}`);
  },
);

test("links lists each booking with its visit and status", () => {
  const mail = aMail("links") as Extract<Mail, { kind: "links" }>;

  for (const { id, status } of mail.bookings) {
    expect(textOf(mail)).toMatch(new RegExp(`Order ${id}, .*Morning.*1 adult, 1 child, ${status}`));
    expect(textOf(mail)).toContain(linkTo(id));
  }
});
