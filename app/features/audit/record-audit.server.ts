import { desc } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { audit } from "db/schema";
import type { Actor } from "~/features/auth/permissions";
import { inserting } from "~/lib/sql.server";
import { chained } from "./hash-chain.server";

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
export function record(_: Tx, actor: Actor | "visitor" | "site" | "operator", change: Change) {
  const last = newest.get();
  const row = {
    at: Date.now(),
    actorId: typeof actor === "string" ? null : (actor?.id ?? null),
    actorName: typeof actor === "string" ? actor : (actor?.name ?? "visitor"),
    action: change.action,
    target: change.target,
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  };
  add({ ...row, hash: chained(last?.hash ?? "", row) });
}

/** Only the first row is read. A limit, which Drizzle binds, would make SQLite plan the query each time. */
const newest = db.select({ hash: audit.hash }).from(audit).orderBy(desc(audit.id)).prepare();
const add = inserting(
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
