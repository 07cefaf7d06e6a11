import { iso, isoOrNull } from "~/lib/dates";
import { toRupees } from "~/lib/money";
import type { Person } from "./personal-data.server";

/** Everything stored about a person, as a JSON download. */
export function personFile({ email, orders, messages, requests, mails, account }: Person) {
  const stored = {
    email,
    takenAt: iso(Date.now()),
    orders: orders.map(orderOf),
    messages: messages.map(({ seq: _, foldedName: __, createdAt, ...message }) => ({
      ...message,
      receivedAt: iso(createdAt),
    })),
    groupRequests: requests.map(({ seq: _, orderSeq: __, createdAt, ...request }) => ({
      ...request,
      receivedAt: iso(createdAt),
    })),
    emails: mails.map((mail) => mailOf(mail, email)),
    staffAccount: account && accountOf(account),
  };
  return new Response(`${JSON.stringify(stored, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      // The file name omits the address, because browsers list past downloads.
      "Content-Disposition": 'attachment; filename="zoo-verse-person.json"',
    },
  });
}

const orderOf = (order: Person["orders"][number]) => ({
  number: order.id,
  status: order.status,
  statusReason: order.statusReason,
  visitDate: order.visitDate,
  visitSlot: order.visitSlot,
  name: order.contactName,
  email: order.contactEmail,
  phone: order.contactPhone,
  items: order.lines.map(({ ticketType, quantity, unitPricePaise }) => ({
    ticketType,
    quantity,
    unitPrice: toRupees(unitPricePaise),
  })),
  discount: toRupees(order.discountPaise),
  promoCode: order.promoCode,
  total: toRupees(order.totalPaise),
  currency: order.currency,
  paymentMethod: order.paymentMethod,
  upiReference: order.upiReference,
  organisation: order.organisation,
  staffNotes: order.notes.map(({ text, createdAt }) => ({ text, writtenAt: iso(createdAt) })),
  placedAt: iso(order.createdAt),
  changedAt: iso(order.updatedAt),
  partyCode: order.partyCode,
  tickets: order.tickets.map(({ code, ticketType, issuedAt, voidedAt, usedAt }) => ({
    code,
    ticketType,
    issuedAt: iso(issuedAt),
    voidedAt: isoOrNull(voidedAt),
    usedAt: isoOrNull(usedAt),
  })),
});

function mailOf(mail: Person["mails"][number], email: string) {
  // An order's earlier address may be another person's, and mail servers name it in their errors.
  const isOwn = mail.recipient.toLowerCase() === email.toLowerCase();
  return {
    kind: mail.kind,
    to: isOwn ? mail.recipient : "another address",
    about: mail.payload,
    state: mail.state,
    attempts: mail.attempts,
    lastError: isOwn ? mail.lastError : "",
    queuedAt: iso(mail.createdAt),
    sentAt: isoOrNull(mail.sentAt),
  };
}

const accountOf = ({ name, email, role, active, createdAt, devices, ...more }: Account) => ({
  name,
  email,
  role,
  active,
  createdAt: iso(createdAt),
  secondFactorSince: isoOrNull(more.secondFactorSince),
  passkeys: more.keys.map(({ name, createdAt, lastUsedAt }) => ({
    name,
    since: iso(createdAt),
    lastUsed: isoOrNull(lastUsedAt),
  })),
  trustedDevices: more.trusted.map(({ userAgent, createdAt, expiresAt }) => ({
    userAgent,
    since: iso(createdAt),
    until: iso(expiresAt),
  })),
  signedIn: devices.map(({ userAgent, createdAt, lastSeenAt }) => ({
    userAgent,
    since: iso(createdAt),
    lastSeenAt: iso(lastSeenAt),
  })),
});

type Account = NonNullable<Person["account"]>;
