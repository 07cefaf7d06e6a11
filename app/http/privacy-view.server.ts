import { allow, type Staff } from "~/domain/access";
import { listAudit } from "~/domain/audit-log.server";
import { DomainError } from "~/domain/errors";
import { MAIL_LABEL, type MailKind } from "~/domain/mail/mail.rules";
import { shownState } from "~/domain/mail/outbox-list.server";
import { parse } from "~/domain/parse";
import { erasable } from "~/domain/privacy/erase-person.server";
import { findPerson, personTarget, type Person } from "~/domain/privacy/person.server";
import { OfPerson } from "~/domain/privacy/privacy.schema";
import { contactDays } from "~/domain/privacy/retention.server";
import { auditView } from "./audit-view.server";
import type { Fields } from "./body.server";
import { orderView } from "./order-view.server";
import { whenOf } from "./when.server";

/** More than this of a kind is counted on the screen, and listed in the download only. */
const MOST_SHOWN = 50;

/** For how long contacts are kept, and what is stored about whom the address asks for. Throws `forbidden`. */
export function privacyPage(staff: Staff, { email }: Fields) {
  allow(staff, "privacy.manage");
  const days = String(contactDays());
  const search = { days, asked: email ?? "", person: null, failure: null };
  if (email === undefined) return search;
  try {
    const person = findPerson(staff, parse(OfPerson, { email }).email);
    return { ...search, person: personView(staff, person) };
  } catch (error) {
    if (error instanceof DomainError) return { ...search, failure: error.message };
    throw error;
  }
}

function personView(staff: Staff, person: Person) {
  const { email, orders, messages, mails, account } = person;
  const { staying, erased, isAny } = erasable(person);
  const requests = listAudit(staff, { target: personTarget(email), limit: MOST_SHOWN });
  return {
    email,
    total: { orders: orders.length, messages: messages.length, emails: mails.length },
    orders: orders.slice(0, MOST_SHOWN).map(orderView),
    messages: messages.slice(0, MOST_SHOWN).map(({ id, name, subject, body, createdAt }) => ({
      id,
      name,
      subject,
      body,
      received: whenOf(createdAt),
    })),
    mails: mails.slice(0, MOST_SHOWN).map((mail) => ({
      id: mail.id,
      kind: MAIL_LABEL[mail.kind as MailKind],
      state: shownState(mail),
      to: mail.recipient,
      created: whenOf(mail.createdAt),
    })),
    staff: account && { name: account.name, role: account.role },
    staying: staying.map(orderView),
    erased: isAny ? inWords(erased) : null,
    requests: requests.items.map(auditView),
  };
}

/** `2 orders, 1 message and 3 emails` */
export function inWords({ orders, messages, emails }: ReturnType<typeof erasable>["erased"]) {
  const parts = [counted(orders, "order"), counted(messages, "message"), counted(emails, "email")];
  return new Intl.ListFormat("en-GB").format(parts.filter((part) => part !== null));
}

function counted(count: number, word: string) {
  if (count === 0) return null;
  return `${count.toLocaleString("en-IN")} ${word}${count === 1 ? "" : "s"}`;
}
