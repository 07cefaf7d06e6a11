import { authorize, can, type Staff } from "~/features/auth/permissions";
import { listAudit } from "~/features/audit/audit-log.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { formatCount, formatNumber } from "~/lib/intl";
import { MAIL_LABEL, type MailKind } from "~/features/mail/mail.rules";
import { displayState } from "~/features/mail/outbox-list.server";
import { parseInput } from "~/lib/parse-input";
import { previewErasure } from "./erase-person.server";
import { detectClockJump } from "./retention-state.server";
import {
  findPerson,
  personPseudonym,
  personRef,
  wantedEmail,
  type Person,
} from "./personal-data.server";
import { SetRetention, PersonInput } from "./privacy.schema";
import { retentionDays, ordersToErase } from "./retention.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { personOrder } from "~/features/orders/order.presenter.server";
import { auditView } from "~/features/audit/audit.presenter.server";
import { toTimestamp } from "~/lib/http/timestamp.server";

const MAX_ROWS = 50;

/** The privacy screen, with the personal data for the `person` or `email` of the query. Throws `forbidden`. */
export function privacyView(staff: Staff, filters: FormValues) {
  authorize(staff, "privacy.manage");
  const email = wantedEmail(filters);
  const personResult = loadPerson(staff, email);
  return {
    days: String(retentionDays()),
    erasurePause: toErasurePause(detectClockJump()),
    email: email ?? "",
    ...personResult,
    question: pendingQuestion(staff, filters, personResult.person),
  };
}

const toErasurePause = (since: string | null) =>
  since && { since: formatShortDate(since), today: formatShortDate(toLocalDate()) };

type PersonResult = { person: ReturnType<typeof personView> | null; failure: string | null };

function loadPerson(staff: Staff, email: string | undefined): PersonResult {
  if (email === undefined) return { person: null, failure: null };
  try {
    const person = findPerson(staff, parseInput(PersonInput, { email }).email);
    return { person: personView(staff, person), failure: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
    return { person: null, failure: error.message };
  }
}

function pendingQuestion(
  staff: Staff,
  { confirm, days }: FormValues,
  person: PersonResult["person"],
) {
  if (confirm === "erase" && person?.erased) {
    return { about: "person" as const, email: person.email, erased: person.erased };
  }
  const newDays = SetRetention.safeParse({ days }).data?.days ?? Infinity;
  if (confirm !== "keep" || newDays >= retentionDays()) return null;
  const orders = ordersToErase(staff, newDays);
  return { about: "days" as const, days: String(newDays), orders: formatNumber(orders) };
}

function personView(staff: Staff, person: Person) {
  const { email, orders, messages, mails, account } = person;
  const { upcoming, erased, isAny } = previewErasure(person);
  const requests = can(staff, "audit.read")
    ? listAudit(staff, { target: personPseudonym(email), limit: MAX_ROWS }).items
    : [];
  return {
    email,
    reference: personRef(email),
    total: { orders: orders.length, messages: messages.length, emails: mails.length },
    orders: orders.slice(0, MAX_ROWS).map(personOrder),
    messages: messages.slice(0, MAX_ROWS).map(({ id, name, subject, body, createdAt }) => ({
      id,
      name,
      subject,
      body,
      received: toTimestamp(createdAt),
    })),
    mails: mails.slice(0, MAX_ROWS).map((mail) => ({
      id: mail.id,
      kind: MAIL_LABEL[mail.kind as MailKind],
      state: displayState(mail),
      to: mail.recipient,
      created: toTimestamp(mail.createdAt),
    })),
    staff: account && { name: account.name, role: account.role },
    upcoming: upcoming.map(({ id, status, visitDate }) => ({
      id,
      status,
      visitDate: formatShortDate(visitDate),
    })),
    erased: isAny ? erasureSummary(erased) : null,
    requests: requests.map(auditView),
  };
}

/** `2 orders, 1 message and 3 emails` */
export function erasureSummary({
  orders,
  messages,
  emails,
}: ReturnType<typeof previewErasure>["erased"]) {
  const parts = Object.entries({ order: orders, message: messages, email: emails })
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => formatCount(count, noun));
  return new Intl.ListFormat("en-GB").format(parts);
}
