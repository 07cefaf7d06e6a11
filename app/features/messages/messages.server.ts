import { and, eq, getTableColumns, lte, max, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { messages } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { newId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countRows, inOrder, onPage, sorted } from "~/lib/pagination.server";
import {
  indexNote,
  isFound,
  isLongEnough,
  newestContain,
  newestWhere,
  withWords,
} from "~/lib/full-text-search.server";
import { inTransaction } from "~/lib/write-transaction.server";
import type { MessageMarks, MessageQuery, NewMessage } from "./message.schema";

const { seq: _, ...shown } = getTableColumns(messages);

/** A message to the zoo. Instants in UTC milliseconds. */
export type Message = Omit<typeof messages.$inferSelect, "seq">;

/**
 * Public. Every valid message is kept, whoever sent it; staff judge it. A form is drawn with the `id`, so that one
 * that is sent twice is kept once.
 */
export const sendMessage = (sent: NewMessage, id?: string): Message =>
  inTransaction((tx) => keepMessage(tx, sent, id), "nothing");

/** Whether this very form, sent once more, has brought this message already. */
export function isKept(sent: NewMessage, id: string | undefined) {
  const earlier = messageUnder(db, id);
  return earlier !== undefined && isSameText(earlier, sent);
}

/** As sendMessage, inside a running transaction. */
export function keepMessage(tx: Tx, sent: NewMessage, id?: string): Message {
  const createdAt = Date.now();
  const earlier = messageUnder(tx, id);
  if (earlier && isSameText(earlier, sent)) return earlier;
  return tx
    .insert(messages)
    .values({ ...sent, id: (!earlier && id) || newId(createdAt), createdAt })
    .returning(shown)
    .get();
}

const messageUnder = (reader: Reader, id: string | undefined) =>
  id ? reader.select(shown).from(messages).where(eq(messages.id, id)).get() : undefined;

const isSameText = (a: NewMessage, b: NewMessage) =>
  a.name === b.name && a.email === b.email && a.subject === b.subject && a.body === b.body;

/** One page of the matching messages, newest first unless another sort is given. */
export function listMessages(actor: Actor, query: MessageQuery): Page<Message> {
  allow(actor, "messages.read");
  const { q, page, limit } = query;
  const found = query.q ? containing(query) : undefined;
  const where = matching(query, found);
  const total = found?.length ?? countRows(messages, where);
  const order = ordering(query);
  const items = db
    .select(shown)
    .from(messages)
    .where(onPage(messages.seq, { where, keys: found, order, total, page, limit }))
    .orderBy(...sorted(order))
    .all();
  const note = found && indexNote(messages.seq, q, found);
  return { items, pagination: pageOf(total, page, limit), note };
}

/** Throws `not_found`. */
export function findMessage(actor: Actor, id: string): Message {
  allow(actor, "messages.read");
  return messageById(db, id);
}

/** Read, unread, archived, back in the inbox. Archiving also counts as reading. Throws `not_found`. */
export function markMessage(actor: Actor, id: string, { read, archived }: MessageMarks): Message {
  allow(actor, "messages.mark");

  return inTransaction((tx) => {
    const before = messageById(tx, id);
    const after = {
      read: read ?? (archived ? true : before.read),
      archived: archived ?? before.archived,
    };
    if (after.read === before.read && after.archived === before.archived) return before;
    record(tx, actor, {
      action: "message.mark",
      target: `message ${id}`,
      before: { read: before.read, archived: before.archived },
      after,
    });
    return tx.update(messages).set(after).where(eq(messages.id, id)).returning(shown).get();
  }, "nothing");
}

/** Throws `not_found`. */
export function deleteMessage(actor: Actor, id: string) {
  allow(actor, "messages.delete");
  inTransaction((tx) => {
    messageById(tx, id);
    tx.delete(messages).where(eq(messages.id, id)).run();
    record(tx, actor, { action: "message.delete", target: `message ${id}` });
  }, "nothing");
}

/** The number of the last message that arrived; it is never given again, even when that message is deleted. */
export function lastArrival(actor: Actor): number {
  allow(actor, "messages.read");
  return (
    db
      .select({ seq: max(messages.seq) })
      .from(messages)
      .get()?.seq ?? 0
  );
}

/**
 * Deletes everything that a search and filter match, on all pages, all or nothing; messages that arrived after
 * that number were never shown and stay. Returns how many were deleted.
 */
export function clearMessages(actor: Actor, query: MessageQuery, upTo: number) {
  allow(actor, "messages.delete");
  const found = query.q ? containing(query) : undefined;
  return inTransaction((tx) => {
    const { changes } = tx
      .delete(messages)
      .where(and(matching(query, found), lte(messages.seq, upTo)))
      .run();
    record(tx, actor, {
      action: "message.clear",
      target: "messages",
      before: { deleted: changes },
    });
    return changes;
  }, "nothing");
}

function messageById(reader: Reader, id: string): Message {
  const found = messageUnder(reader, id);
  if (!found) throw new DomainError("not_found", "Message not found");
  return found;
}

const matching = (query: MessageQuery, found: number[] | undefined) =>
  and(found && isFound(messages.seq, found), ofState(query));

function ofState({ read, archived }: MessageQuery) {
  return and(
    read.length === 1 ? eq(messages.read, read[0] === "true") : undefined,
    archived.length === 1 ? eq(messages.archived, archived[0] === "true") : undefined,
  );
}

function containing(query: MessageQuery) {
  const { seq, name, email, subject, body } = messages;
  const where = ofState(query);
  return isLongEnough(query.q)
    ? withWords("message_words", seq, query.q, { where })
    : newestWhere(seq, and(newestContain(seq, [name, email, subject, body], query.q), where));
}

function ordering({ sort }: MessageQuery) {
  const email = sql`${messages.email} COLLATE NOCASE`;
  const sortable = { createdAt: messages.seq, name: messages.name, email };
  return inOrder(sort, sortable, messages.seq);
}
