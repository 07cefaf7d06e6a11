import { and, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { orders, outbox } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { hasEvent } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition, toOrderSql } from "~/lib/pagination.server";
import { emailEquals } from "~/lib/sql.server";
import {
  mergeFtsResults,
  newestContain,
  newestMatching,
  scanNote,
} from "~/lib/full-text-search.server";
import { searchedOrderId } from "~/features/tickets/ticket-code";
import { searchTerms } from "~/lib/text/search-text";
import { isMailConfigured } from "~/env.server";
import { transaction } from "~/lib/write-transaction.server";
import { RESENDABLE, type MailState } from "./mail.rules";
import { loadMail, staleReason, type OutboxRow } from "./mail.server";
import type { OutboxQuery } from "./outbox.schema";
import { notifyWorker } from "./enqueue-mail.server";

/** Instants in UTC milliseconds. */
export type OutboxListItem = Omit<OutboxRow, "state"> & { state: MailState };

const NO_SERVER = "No mail server is set up";

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
    .orderBy(...toOrderSql(order))
    .all();
  const note = matches && scanNote(outbox.id, matches);
  return { items: rows.map(toListItem), pagination: toPage(total, page, limit), note };
}

/** Exact matches of any age; partial matches among the newest mails only. */
function recipientSearch(typed: string, filters: SQL | undefined) {
  const { id, recipient, orderSeq } = outbox;
  const orderSeqs = db
    .select({ seq: orders.seq })
    .from(orders)
    .where(eq(orders.id, searchedOrderId(typed)))
    .all()
    .map(({ seq }) => seq);
  // One query each: SQLite would scan the table for the combined condition.
  const searches = [
    emailEquals(recipient, typed),
    inArray(orderSeq, orderSeqs),
    newestContain(id, [recipient], searchTerms(typed)),
  ];
  return mergeFtsResults(searches.map((search) => newestMatching(id, and(filters, search))));
}

/** `mail` is null when the order was deleted. Throws `not_found`. */
export function findOutboxMail(actor: Actor, id: string) {
  authorize(actor, "outbox.read");
  const row = findRow(id);
  const mail = loadMail(row);
  const outdatedReason = row.state === "sent" ? undefined : staleReason(mail, Date.now());
  return { row: toListItem(row), mail, outdatedReason };
}

/** Queues a mail that failed, came back or was held back. Throws `not_found`, and `conflict` for others. */
export function resend(actor: Actor, id: string) {
  authorize(actor, "outbox.send");
  transaction((tx) => {
    const row = findRow(id);
    const target = `mail ${row.id}`;
    if (!RESENDABLE.includes(displayState(row))) {
      const isUnderWay = row.state === "waiting" || row.state === "sent";
      if (isUnderWay && hasEvent("mail.again", target)) return; // idempotent
      throw new DomainError(
        "conflict",
        "Only a mail that failed, came back or was held back can be sent",
      );
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

/** Without a mail server, waiting mails are displayed as not sent. */
export function displayState({ state }: Pick<OutboxRow, "state">): MailState {
  if (state === "overtaken" || (state === "waiting" && !isMailConfigured())) return "not sent";
  return state === "held" ? "held back" : state;
}

function stateFilter(state: MailState): OutboxRow["state"][] {
  if (state === "waiting") return isMailConfigured() ? ["waiting"] : [];
  if (state === "not sent") return isMailConfigured() ? ["overtaken"] : ["overtaken", "waiting"];
  return [state === "held back" ? "held" : state];
}
