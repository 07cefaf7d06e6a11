import { MAIL_LABEL, type MailKind, type MailState } from "./mail.rules";
import type { findOutboxMail, Listed } from "./outbox-list.server";
import type { Payload } from "./enqueue-mail.server";
import { attachmentsOf } from "./compose.server";
import { letterOf } from "./email-templates.server";
import { asText } from "./render-email.server";
import { whenOf } from "~/lib/http/timestamp.server";

/** A mail as a row of the outbox. */
export function outboxRow(row: Listed) {
  const { id, kind, state, recipient, attempts, lastError, createdAt, orderSeq, payload } = row;
  return {
    id,
    kind: MAIL_LABEL[kind as MailKind],
    state,
    to: recipient,
    order: (payload as Payload).order ?? null,
    isDeleted: orderSeq === null,
    created: whenOf(createdAt),
    attempts,
    note: noteOn(state, lastError),
  };
}

/** A mail in full: what the visitor gets, or would get if it went out now; no content if it is no longer true. */
export function outboxMail({ row, mail: found, untrue }: ReturnType<typeof findOutboxMail>) {
  const mail = untrue ? null : found;
  const letter = mail && letterOf(mail);
  return {
    ...outboxRow(row),
    sent: row.sentAt === null ? null : whenOf(row.sentAt),
    next: nextStep(row),
    letter: letter && { subject: letter.subject, lines: linesOf(asText(letter)) },
    attachments: mail ? attachmentsOf(mail).map(({ name }) => name) : [],
    untrue: untrue ?? null,
    hasChangedSince:
      row.sentAt !== null && mail?.kind !== "links" && (mail?.order.updatedAt ?? 0) > row.sentAt,
  };
}

const noteOn = (state: MailState, lastError: string) => (state === "sent" ? "" : lastError);

/** A mail that waits between two attempts says why; one that is being sent shows no error. */
function nextStep({ state, attempts, lastError, nextAttemptAt }: Listed) {
  if (state !== "waiting" || attempts === 0) return null;
  if (lastError === "") return "It is being sent.";
  const minutes = Math.ceil((nextAttemptAt - Date.now()) / 60_000);
  if (minutes <= 1) return "The next attempt is within a minute.";
  return `The next attempt is in ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}.`;
}

/** A line that is a URL becomes a link. */
const linesOf = (text: string) =>
  text.split("\n").map((line) => ({ line, isLink: /^https?:\/\/\S+$/.test(line) }));
