import type { SendMailOptions } from "nodemailer";
import { hmac } from "~/lib/crypto.server";
import type { Mail } from "./mail.server";
import type { OrderMail } from "./mail.rules";
import { linkSecret } from "~/lib/secrets.server";
import { env } from "~/env.server";
import { icsMethod, toIcs } from "~/features/booking/ics.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { mailOrigin, visitorOrderPath } from "~/lib/http/urls.server";
import type { EmailContent } from "./email.types";
import { renderTemplate } from "./email-templates.server";
import { toHtml, toText } from "./render-email.server";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

const host = new URL(mailOrigin).hostname;
const sender = () => env.MAIL_FROM ?? { name: zooProfile().name, address: `no-reply@${host}` };

/** The last two take the visit out of the calendar. */
const WITH_CALENDAR: readonly OrderMail[] = [
  "paid",
  "moved",
  "refundedPart",
  "again",
  "cancelled",
  "refunded",
];

type Attachment = { name: string; type: string; bytes: () => Promise<Buffer> };

export function attachmentsOf(mail: Mail): Attachment[] {
  if (!("order" in mail) || !WITH_CALENDAR.includes(mail.kind)) return [];
  const { order } = mail;
  const visit = {
    name: `zoo-verse-${order.id}.ics`,
    type: `text/calendar; charset=utf-8; method=${icsMethod(order)}`,
    bytes: async () => Buffer.from(toIcs(order, mailOrigin + visitorOrderPath(order))),
  };
  const tickets = ticketsFile(order, mailOrigin);
  return tickets ? [tickets, visit] : [visit];
}

/** The Message-ID is the same for every attempt, so that duplicates can be detected. */
export async function compose(mail: Mail): Promise<SendMailOptions> {
  const attachments = attachmentsOf(mail).map(async ({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    content: await bytes(),
  }));
  return {
    ...toMessage(renderTemplate(mail), mail.recipient, `${mail.id}`),
    attachments: await Promise.all(attachments),
  };
}

/** The Message-ID header, which bounces may name. */
export const messageIdOf = (id: number | string) =>
  `<${hmac(linkSecret(), `mail ${id}`).toLowerCase()}@${host}>`;

export const isOwnMessageId = (messageId: string) => messageId.endsWith(`@${host}>`);

/** `id`: one for each mail. */
export const toMessage = (
  content: EmailContent,
  recipient: string,
  id: string,
): SendMailOptions => ({
  from: sender(),
  to: { name: "", address: recipient },
  replyTo: { name: zooProfile().name, address: zooProfile().email },
  subject: content.subject,
  text: toText(content),
  html: toHtml(content),
  messageId: messageIdOf(id),
  headers: { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});
