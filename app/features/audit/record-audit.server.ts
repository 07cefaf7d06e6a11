import { desc } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { audit } from "db/schema";
import { prepareInsert } from "~/lib/sql.server";
import { chainHash } from "./hash-chain.server";

type Change = {
  action: string;
  target: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** An account or a gate device; null for a visitor. */
type Named = { id: string; name: string } | null;

/** Records a change in its transaction. The hash chain reveals rows that are altered or removed later. */
export function recordAudit(_: Tx, actor: Named | "visitor" | "site" | "operator", change: Change) {
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

/** The last row of the hash chain; undefined before the first. Written down elsewhere, it proves that the chain is the same. */
export const newestAudit = () => selectNewest().get();

/** Without LIMIT, which Drizzle binds, and for which SQLite would plan the query each time. */
const selectNewest = prepared(() =>
  db.select({ id: audit.id, hash: audit.hash }).from(audit).orderBy(desc(audit.id)).prepare(),
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
