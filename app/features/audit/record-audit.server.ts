import { desc } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { audit } from "db/schema";
import type { Actor } from "~/features/auth/permissions";
import { prepareInsert } from "~/lib/sql.server";
import { chainHash } from "./hash-chain.server";

type Change = {
  action: string;
  /** kind and id of what was changed: `order ZV-7G3K` */
  target: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Records a change in the transaction that makes it. Each row carries a hash over itself and the row before, so
 * that a row altered or removed later shows.
 */
export function recordAudit(_: Tx, actor: Actor | "visitor" | "site" | "operator", change: Change) {
  const previous = selectNewest().get();
  const row = {
    at: Date.now(),
    actorId: typeof actor === "string" ? null : (actor?.id ?? null),
    actorName: typeof actor === "string" ? actor : (actor?.name ?? "visitor"),
    action: change.action,
    target: change.target,
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  };
  insertAudit({ ...row, hash: chainHash(previous?.hash ?? "", row) });
}

/** Only the first row is read. A limit, which Drizzle binds, would make SQLite plan the query each time. */
const selectNewest = prepared(() =>
  db.select({ hash: audit.hash }).from(audit).orderBy(desc(audit.id)).prepare(),
);
const insertAudit = prepareInsert(
  audit,
  "at",
  "actorId",
  "actorName",
  "action",
  "target",
  "before",
  "after",
  "hash",
);
