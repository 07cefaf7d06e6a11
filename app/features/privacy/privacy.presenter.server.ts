import { allow, type Staff } from "~/features/auth/permissions";
import { listAudit } from "~/features/audit/audit-log.server";
import { dayInShort } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { inFigures } from "~/lib/intl";
import { MAIL_LABEL, type MailKind } from "~/features/mail/mail.rules";
import { shownState } from "~/features/mail/outbox-list.server";
import { parse } from "~/lib/parse-input";
import { erasable } from "./erase-person.server";
import { leapOfClock } from "./retention-state.server";
import { findPerson, personTarget, type Person } from "./personal-data.server";
import { KeepContacts, PersonInput } from "./privacy.schema";
import { contactDays, ordersToErase } from "./retention.server";
import { zooDay } from "~/lib/time-zone.server";
import { orderOfPerson } from "~/features/orders/order.presenter.server";
import { auditView } from "~/features/audit/audit.presenter.server";
import { whenOf } from "~/lib/http/timestamp.server";

/** Most items of a kind listed on the screen; all are counted, and in the download. */
const MOST_SHOWN = 50;

/** How long contacts are kept, and what is stored under the address that was asked for. Throws `forbidden`. */
export function privacyView(staff: Staff, asked: Fields) {
  allow(staff, "privacy.manage");
  const found = whoIs(staff, asked.email);
  return {
    days: String(contactDays()),
    rest: restOf(leapOfClock()),
    asked: asked.email ?? "",
    ...found,
    question: questionIn(staff, asked, found.person),
  };
}

/** While erasing is paused: since when nobody has done anything, and what day the machine says it is. */
const restOf = (since: string | null) =>
  since && { since: dayInShort(since), today: dayInShort(zooDay()) };

type Found = { person: ReturnType<typeof personView> | null; failure: string | null };

function whoIs(staff: Staff, email: string | undefined): Found {
  if (email === undefined) return { person: null, failure: null };
  try {
    const person = findPerson(staff, parse(PersonInput, { email }).email);
    return { person: personView(staff, person), failure: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
    return { person: null, failure: error.message };
  }
}

/** What has to be confirmed; null also for a question that makes no sense any more. */
function questionIn(staff: Staff, { confirm, days }: Fields, person: Found["person"]) {
  if (confirm === "erase" && person?.erased) {
    return { about: "person" as const, email: person.email, erased: person.erased };
  }
  const fewer = KeepContacts.safeParse({ days }).data?.days ?? Infinity;
  if (confirm !== "keep" || fewer >= contactDays()) return null;
  const orders = ordersToErase(staff, fewer);
  return { about: "days" as const, days: String(fewer), orders: inFigures(orders) };
}

function personView(staff: Staff, person: Person) {
  const { email, orders, messages, mails, account } = person;
  const { staying, erased, isAny } = erasable(person);
  const requests = listAudit(staff, { target: personTarget(email), limit: MOST_SHOWN });
  return {
    email,
    total: { orders: orders.length, messages: messages.length, emails: mails.length },
    orders: orders.slice(0, MOST_SHOWN).map(orderOfPerson),
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
    staying: staying.map(({ id, status, visitDate }) => ({
      id,
      status,
      visitDate: dayInShort(visitDate),
    })),
    erased: isAny ? erasedInWords(erased) : null,
    requests: requests.items.map(auditView),
  };
}

/** `2 orders, 1 message and 3 emails` */
export function erasedInWords({ orders, messages, emails }: ReturnType<typeof erasable>["erased"]) {
  const parts = [counted(orders, "order"), counted(messages, "message"), counted(emails, "email")];
  return new Intl.ListFormat("en-GB").format(parts.filter((part) => part !== null));
}

function counted(count: number, word: string) {
  if (count === 0) return null;
  return `${inFigures(count)} ${word}${count === 1 ? "" : "s"}`;
}
