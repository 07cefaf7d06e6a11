import { and, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { orders, outbox } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { hasEvent } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition, orderWithinPage } from "~/lib/pagination.server";
import { emailEquals } from "~/lib/sql.server";
import {
  mergeFtsResults,
  newestContain,
  newestMatching,
  scanNote,
} from "~/lib/full-text-search.server";
import { isMailConfigured } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";
import type { MailState } from "./mail.rules";
import { loadMail, staleReason, type OutboxRow } from "./mail.server";
import type { OutboxQuery } from "./outbox.schema";
import { notifyWorker } from "./enqueue-mail.server";

/** A mail in the list of owners. Instants in UTC milliseconds. */
export type OutboxListItem = Omit<OutboxRow, "state"> & { state: MailState };

const NO_SERVER = "No mail server is set up";

/** The newest first. */
export function listOutbox(actor: Actor, query: OutboxQuery): Page<OutboxListItem> {
  authorize(actor, "outbox.read");
  const { q, state, kind, page, limit } = query;
  const filters = and(
    state.length ? inArray(outbox.state, state.flatMap(stateFilter)) : undefined,
    kind.length ? inArray(outbox.kind, kind) : undefined,
  );
  const matches = q ? recipientSearch(q, filters) : undefined;
  const total = matches?.length ?? countRows(outbox, filters);
  const order = [{ by: outbox.id, descending: true }];
  const rows = db
    .select()
    .from(outbox)
    .where(pageCondition(outbox.id, { where: filters, keys: matches, order, total, page, limit }))
    .orderBy(...orderWithinPage(order))
    .all();
  const note = matches && scanNote(outbox.id, matches);
  return { items: rows.map(toListItem), pagination: toPage(total, page, limit), note };
}

/** Matches an entire address or order number of any age; part of an address among the newest mails only. */
function recipientSearch(typed: string, filters: SQL | undefined) {
  const { id, recipient, orderSeq } = outbox;
  const orderId = typed.toUpperCase();
  const orderSeqs = db
    .select({ seq: orders.seq })
    .from(orders)
    .where(inArray(orders.id, [orderId, `ZV-${orderId}`]))
    .all()
    .map(({ seq }) => seq);
  // One query each: each has an index, but combined they would be looked for row by row.
  const searches = [
    emailEquals(recipient, typed),
    inArray(orderSeq, orderSeqs),
    newestContain(id, [recipient], typed),
  ];
  return mergeFtsResults(searches.map((search) => newestMatching(id, and(filters, search))));
}

/**
 * A row with what it is about, which is null when its order was deleted; and why a mail that was not sent is not
 * true any more, in words. Throws `not_found`.
 */
export function findOutboxMail(actor: Actor, id: string) {
  authorize(actor, "outbox.read");
  const row = findRow(id);
  const mail = loadMail(row);
  const outdatedReason = row.state === "sent" ? undefined : staleReason(mail, Date.now());
  return { row: toListItem(row), mail, untrue: outdatedReason };
}

/** Queues a failed mail again, with all its attempts. Throws `not_found`, `conflict` for any other. */
export function resend(actor: Actor, id: string) {
  authorize(actor, "outbox.send");
  transaction((tx) => {
    const row = findRow(id);
    const target = `mail ${row.id}`;
    if (row.state !== "failed") {
      const isUnderWay = row.state === "waiting" || row.state === "sent";
      if (isUnderWay && hasEvent("mail.again", target)) return; // as after a second press
      throw new DomainError("conflict", "Only a mail that failed can be sent again");
    }
    tx.update(outbox)
      .set({ state: "waiting", attempts: 0, nextAttemptAt: Date.now(), lastError: "" })
      .where(eq(outbox.id, row.id))
      .run();
    recordAudit(tx, actor, { action: "mail.again", target });
    notifyWorker();
  }, "none");
}

function findRow(id: string): OutboxRow {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const row = db.select().from(outbox).where(eq(outbox.id, number)).get();
  if (!row) throw new DomainError("not_found", "Mail not found");
  return row;
}

function toListItem(row: OutboxRow): OutboxListItem {
  const state = displayState(row);
  const isStuck = row.state === "waiting" && state === "not sent";
  return { ...row, state, lastError: isStuck ? NO_SERVER : row.lastError };
}

/**
 * A mail's delivery, as owners read it. Without a mail server none counts as waiting: it is not sent, unless a
 * server is set within a day.
 */
export function displayState({ state }: Pick<OutboxRow, "state">): MailState {
  if (state === "overtaken" || (state === "waiting" && !isMailConfigured())) return "not sent";
  return state;
}

function stateFilter(state: MailState): OutboxRow["state"][] {
  if (state === "waiting") return isMailConfigured() ? ["waiting"] : [];
  if (state === "not sent") return isMailConfigured() ? ["overtaken"] : ["overtaken", "waiting"];
  return [state];
}
