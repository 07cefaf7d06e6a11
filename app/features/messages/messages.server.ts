import { and, eq, getTableColumns, lte, max, or, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { messages } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, orderBy, pageCondition, toOrderSql } from "~/lib/pagination.server";
import {
  indexNote,
  inFtsResult,
  newestIndexed,
  searchIndexed,
  type SearchIndex,
} from "~/lib/full-text-search.server";
import { foldText, searchTerms } from "~/lib/text/search-text";
import { emailEquals } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";
import type { MessageMarks, MessageQuery, NewMessage } from "./message.schema";

const { seq: _, foldedName: __, ...publicColumns } = getTableColumns(messages);

export type Message = Omit<typeof messages.$inferSelect, "seq" | "foldedName">;

type Arrival = { id?: string; mayBeSpam?: boolean };

/** Stores a message from the public. `id` comes from the form, so that submitting it twice stores one message. */
export const sendMessage = (sent: NewMessage, arrival?: Arrival): Message =>
  transaction((tx) => createMessage(tx, sent, arrival), "none");

/** Whether this form was already submitted with the same text. */
export function isDuplicate(sent: NewMessage, id: string | undefined) {
  const earlier = findById(db, id);
  return earlier !== undefined && isSameText(earlier, sent);
}

/** `sendMessage` inside a running transaction. */
export function createMessage(
  tx: Tx,
  sent: NewMessage,
  { id, mayBeSpam = false }: Arrival = {},
): Message {
  const createdAt = Date.now();
  const earlier = findById(tx, id);
  if (earlier && isSameText(earlier, sent)) return earlier;
  return tx
    .insert(messages)
    .values({
      ...sent,
      foldedName: foldText(sent.name),
      mayBeSpam,
      id: (!earlier && id) || createId(createdAt),
      createdAt,
    })
    .returning(publicColumns)
    .get();
}

const findById = (reader: Reader, id: string | undefined) =>
  id ? reader.select(publicColumns).from(messages).where(eq(messages.id, id)).get() : undefined;

const isSameText = (a: NewMessage, b: NewMessage) =>
  a.name === b.name && a.email === b.email && a.subject === b.subject && a.body === b.body;

/** One page of the matching messages, by default newest first. Throws `forbidden`. */
export function listMessages(actor: Actor, query: MessageQuery): Page<Message> {
  authorize(actor, "messages.read");
  const { q, page, limit } = query;
  const matches = query.q ? containing(query) : undefined;
  const where = matching(query, matches);
  const total = matches?.length ?? countRows(messages, where);
  const order = ordering(query);
  const items = db
    .select(publicColumns)
    .from(messages)
    .where(pageCondition(messages.seq, { where, keys: matches, order, total, page, limit }))
    .orderBy(...toOrderSql(order))
    .all();
  const note = matches && indexNote(messageSearch, searchTerms(q), matches);
  return { items, pagination: toPage(total, page, limit), note };
}

/** Throws `forbidden` or `not_found`. */
export function findMessage(actor: Actor, id: string): Message {
  authorize(actor, "messages.read");
  return messageById(db, id);
}

/** Archiving also marks as read, unless `read` is given. Throws `forbidden` or `not_found`. */
export function markMessage(actor: Actor, id: string, { read, archived }: MessageMarks): Message {
  authorize(actor, "messages.mark");

  return transaction((tx) => {
    const before = messageById(tx, id);
    const after = {
      read: read ?? (archived ? true : before.read),
      archived: archived ?? before.archived,
    };
    if (after.read === before.read && after.archived === before.archived) return before;
    recordAudit(tx, actor, {
      action: "message.mark",
      target: `message ${id}`,
      before: { read: before.read, archived: before.archived },
      after,
    });
    return tx.update(messages).set(after).where(eq(messages.id, id)).returning(publicColumns).get();
  }, "none");
}

/** Throws `forbidden` or `not_found`. */
export function deleteMessage(actor: Actor, id: string) {
  authorize(actor, "messages.delete");
  transaction((tx) => {
    messageById(tx, id);
    tx.delete(messages).where(eq(messages.id, id)).run();
    recordAudit(tx, actor, { action: "message.delete", target: `message ${id}` });
  }, "none");
}

/** The sequence number of the newest message. Numbers are never reused. */
export function latestSeq(actor: Actor): number {
  authorize(actor, "messages.read");
  return newestMessage();
}

/** Deletes all matching messages up to a sequence number, which excludes messages never displayed. Returns the count. */
export function deleteMessages(actor: Actor, query: MessageQuery, upTo: number) {
  authorize(actor, "messages.delete");
  const matches = query.q ? containing(query) : undefined;
  return transaction((tx) => {
    const { changes } = tx
      .delete(messages)
      .where(and(matching(query, matches), lte(messages.seq, upTo)))
      .run();
    recordAudit(tx, actor, {
      action: "message.clear",
      target: "messages",
      before: { deleted: changes },
    });
    return changes;
  }, "none");
}

function messageById(reader: Reader, id: string): Message {
  const matches = findById(reader, id);
  if (!matches) throw new DomainError("not_found", "Message not found");
  return matches;
}

const matching = (query: MessageQuery, matches: number[] | undefined) =>
  and(matches && inFtsResult(messages.seq, matches), withoutText(query));

function withoutText({ read, archived, status, email }: MessageQuery) {
  return and(
    read.length === 1 ? eq(messages.read, read[0] === "true") : undefined,
    archived.length === 1 ? eq(messages.archived, archived[0] === "true") : undefined,
    or(...status.map(hasStatus)),
    email ? emailEquals(messages.email, email) : undefined,
  );
}

const hasStatus = (status: MessageQuery["status"][number]) =>
  status === "archived"
    ? eq(messages.archived, true)
    : and(eq(messages.archived, false), eq(messages.read, status === "read"));

const containing = (query: MessageQuery) =>
  searchIndexed(messageSearch, searchTerms(query.q), { where: withoutText(query) });

export const messageSearch: SearchIndex = {
  name: "message_search",
  key: messages.seq,
  columns: [messages.name, messages.email, messages.subject, messages.body],
  isBehind: () => newestMessage() > newestIndexed("message_search"),
  update(limit) {
    if (!this.isBehind()) return "done";
    transaction((tx) => {
      tx.run(sql`
        INSERT INTO message_search (rowid, name, email, subject, body)
        SELECT seq, fold_text(name), fold_text(email), fold_text(subject), fold_text(body) FROM messages
        WHERE seq > ${newestIndexed("message_search")} ORDER BY seq LIMIT ${limit}`);
    }, "none");
    return this.isBehind() ? "more" : "done";
  },
};

const newestMessage = () =>
  db
    .select({ seq: max(messages.seq) })
    .from(messages)
    .get()?.seq ?? 0;

function ordering({ sort }: MessageQuery) {
  const email = sql`${messages.email} COLLATE NOCASE`;
  const sortable = { createdAt: messages.seq, name: messages.foldedName, email };
  return orderBy(sort, sortable, messages.seq);
}
