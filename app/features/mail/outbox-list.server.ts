import { and, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { orders, outbox } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { wasDone } from "~/features/audit/audit-log.server";
import { record } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countRows, onPage, sorted } from "~/lib/pagination.server";
import { isAddress } from "~/lib/sql.server";
import { allFound, newestContain, newestWhere, scanNote } from "~/lib/full-text-search.server";
import { sendsMail } from "~/env.server";
import { inTransaction } from "~/lib/write-transaction.server";
import type { MailState } from "./mail.rules";
import { mailOf, whyUntrue, type OutboxRow } from "./mail.server";
import type { OutboxQuery } from "./outbox.schema";
import { wakeSender } from "./enqueue-mail.server";

/** A mail in the list of owners. Instants in UTC milliseconds. */
export type Listed = Omit<OutboxRow, "state"> & { state: MailState };

const NO_SERVER = "No mail server is set up";

/** The newest first. */
export function listOutbox(actor: Actor, query: OutboxQuery): Page<Listed> {
  allow(actor, "outbox.read");
  const { q, state, kind, page, limit } = query;
  const asked = and(
    state.length ? inArray(outbox.state, state.flatMap(storedAs)) : undefined,
    kind.length ? inArray(outbox.kind, kind) : undefined,
  );
  const found = q ? aboutWhom(q, asked) : undefined;
  const total = found?.length ?? countRows(outbox, asked);
  const order = [{ by: outbox.id, descending: true }];
  const rows = db
    .select()
    .from(outbox)
    .where(onPage(outbox.id, { where: asked, keys: found, order, total, page, limit }))
    .orderBy(...sorted(order))
    .all();
  const note = found && scanNote(outbox.id, found);
  return { items: rows.map(listed), pagination: pageOf(total, page, limit), note };
}

/** Matches a whole address or order number of any age; part of an address among the newest mails only. */
function aboutWhom(typed: string, asked: SQL | undefined) {
  const { id, recipient, orderSeq } = outbox;
  const number = typed.toUpperCase();
  const itsOrders = db
    .select({ seq: orders.seq })
    .from(orders)
    .where(inArray(orders.id, [number, `ZV-${number}`]))
    .all()
    .map(({ seq }) => seq);
  // One query each: each has an index, but combined they would be looked for row by row.
  const ways = [
    isAddress(recipient, typed),
    inArray(orderSeq, itsOrders),
    newestContain(id, [recipient], typed),
  ];
  return allFound(ways.map((way) => newestWhere(id, and(asked, way))));
}

/**
 * A row with what it is about, which is null when its order was deleted; and why a mail that was not sent is not
 * true any more, in words. Throws `not_found`.
 */
export function findOutboxMail(actor: Actor, id: string) {
  allow(actor, "outbox.read");
  const row = rowOf(id);
  const mail = mailOf(row);
  const untrue = row.state === "sent" ? undefined : whyUntrue(mail, Date.now());
  return { row: listed(row), mail, untrue };
}

/** Queues a failed mail again, with all its attempts. Throws `not_found`, `conflict` for any other. */
export function sendAgain(actor: Actor, id: string) {
  allow(actor, "outbox.send");
  inTransaction((tx) => {
    const row = rowOf(id);
    const target = `mail ${row.id}`;
    if (row.state !== "failed") {
      const isUnderWay = row.state === "waiting" || row.state === "sent";
      if (isUnderWay && wasDone("mail.again", target)) return; // as after a second press
      throw new DomainError("conflict", "Only a mail that failed can be sent again");
    }
    tx.update(outbox)
      .set({ state: "waiting", attempts: 0, nextAttemptAt: Date.now(), lastError: "" })
      .where(eq(outbox.id, row.id))
      .run();
    record(tx, actor, { action: "mail.again", target });
    wakeSender();
  }, "nothing");
}

function rowOf(id: string): OutboxRow {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const row = db.select().from(outbox).where(eq(outbox.id, number)).get();
  if (!row) throw new DomainError("not_found", "Mail not found");
  return row;
}

function listed(row: OutboxRow): Listed {
  const state = shownState(row);
  const isStuck = row.state === "waiting" && state === "not sent";
  return { ...row, state, lastError: isStuck ? NO_SERVER : row.lastError };
}

/**
 * A mail's delivery, as owners read it. Without a mail server none counts as waiting: it is not sent, unless a
 * server is set within a day.
 */
export function shownState({ state }: Pick<OutboxRow, "state">): MailState {
  if (state === "overtaken" || (state === "waiting" && !sendsMail())) return "not sent";
  return state;
}

function storedAs(state: MailState): OutboxRow["state"][] {
  if (state === "waiting") return sendsMail() ? ["waiting"] : [];
  if (state === "not sent") return sendsMail() ? ["overtaken"] : ["overtaken", "waiting"];
  return [state];
}
