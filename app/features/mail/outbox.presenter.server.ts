import { MAIL_LABEL, type MailKind, type MailState } from "./mail.rules";
import { listOutbox, type findOutboxMail, type OutboxListItem } from "./outbox-list.server";
import { ListOutbox } from "./outbox.schema";
import type { Staff } from "~/features/auth/permissions";
import { isMailConfigured } from "~/env.server";
import type { Payload } from "./enqueue-mail.server";
import { attachmentsOf } from "./compose.server";
import { resetContent } from "./account-templates.server";
import { renderTemplate } from "./email-templates.server";
import { toText } from "./render-email.server";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";

/** The outbox screen. Throws a Response for `forbidden`. */
export async function outboxView(request: Request, staff: Staff) {
  const { q = "", state = "", kind = "", page } = readQuery(request);
  const { items, pagination, failure, note, status } = await loadList(
    request,
    ListOutbox,
    { q, state, kind, page },
    (query) => listOutbox(staff, query),
  );
  const mails = items.map(outboxRow);
  return {
    mails,
    pagination,
    failure,
    note,
    q,
    state,
    kind,
    isConfigured: isMailConfigured(),
    httpStatus: status,
  };
}

function outboxRow(row: OutboxListItem) {
  const { id, kind, state, recipient, attempts, lastError, createdAt, orderSeq, payload } = row;
  return {
    id,
    kind: MAIL_LABEL[kind as MailKind],
    state,
    to: recipient,
    order: (payload as Payload).order ?? null,
    isDeleted: orderSeq === null,
    created: toTimestamp(createdAt),
    attempts,
    note: mailNote(state, lastError),
  };
}

/** The mail with its content as it would be sent now; no content if it no longer applies. */
export function outboxMail({
  row,
  mail: composed,
  outdatedReason,
}: ReturnType<typeof findOutboxMail>) {
  const mail = outdatedReason ? null : composed;
  // The link would let whoever reads it into the account.
  const content = mail?.kind === "reset" ? resetContent("") : mail && renderTemplate(mail);
  return {
    ...outboxRow(row),
    sent: row.sentAt === null ? null : toTimestamp(row.sentAt),
    next: nextStep(row),
    content: content && { subject: content.subject, lines: toLines(toText(content)) },
    attachments: mail ? attachmentsOf(mail).map(({ name }) => name) : [],
    outdatedReason: outdatedReason ?? null,
    hasChangedSince:
      row.sentAt !== null && mail !== null && "order" in mail && mail.order.updatedAt > row.sentAt,
  };
}

const mailNote = (state: MailState, lastError: string) => (state === "sent" ? "" : lastError);

function nextStep({ state, attempts, lastError, nextAttemptAt }: OutboxListItem) {
  if (state !== "waiting" || attempts === 0) return null;
  if (lastError === "") return "It is being sent.";
  const minutes = Math.ceil((nextAttemptAt - Date.now()) / 60_000);
  if (minutes <= 1) return "The next attempt is within a minute.";
  return `The next attempt is in ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}.`;
}

const toLines = (text: string) =>
  text.split("\n").map((line) => ({ line, isLink: /^https?:\/\/\S+$/.test(line) }));
