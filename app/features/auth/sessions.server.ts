import { createHmac, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { admins, refreshTokens, sessions } from "db/schema";
import type { Staff } from "./permissions";
import { record } from "~/features/audit/record-audit.server";
import { DAY_MS } from "~/lib/dates";
import { newId, seal } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { LOGIN_REQUIRED } from "~/lib/error-messages";
import { sessionSecret } from "~/lib/secrets.server";
import { ifWritable, inTransaction } from "~/lib/write-transaction.server";
import { accessToken } from "./access-token.server";

export type Tokens = { accessToken: string; refreshToken: string };

export const SESSION_DAYS = 10;
/** However much a session is used, the password is asked for again after this. */
const LONGEST_DAYS = 90;

/**
 * Two tabs may refresh with the same token, or an answer may be lost on a slow line: within this time the second
 * request gets what the first got, unless that has been used. Longer than a gate device waits for an answer
 * before it asks again.
 */
const GRACE_MS = 30_000;

/** Opens a session for an admin who has proved who they are. */
export function openSession(adminId: string, userAgent: string): Promise<Tokens> {
  const now = Date.now();
  const id = newId(now);
  const refreshToken = randomBytes(32).toString("base64url");
  inTransaction((tx) => {
    tx.insert(sessions)
      .values({
        id,
        adminId,
        userAgent: userAgent.slice(0, 200),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + SESSION_DAYS * DAY_MS,
      })
      .run();
    remember(tx, refreshToken, id, now);
  }, "nothing");
  return withAccess(adminId, id, refreshToken);
}

/**
 * Trades a refresh token for the next one. Each is good for one use; a second use after the grace period means
 * that it was copied, and ends the whole session. Throws `unauthenticated`.
 */
export async function refreshSession(token: string): Promise<Tokens> {
  const next = await nextTokens(token);
  if (next && next !== "spent") return next;
  if (next) endCopied(token);
  throw new DomainError("unauthenticated", LOGIN_REQUIRED);
}

/**
 * Successor tokens for a caller who is already authenticated; a spent token ends nothing here. `spent` when they
 * were given out too long ago, null when the session is over.
 */
export async function nextTokens(token: string): Promise<Tokens | "spent" | null> {
  const traded = inTransaction((tx) => trade(tx, token, Date.now()), "nothing");
  if (!traded || traded === "spent") return traded;
  return withAccess(traded.adminId, traded.sessionId, traded.next);
}

/** Who the session belongs to now: role and active state are read fresh every time (contract 3). */
export function staffOf(sessionId: string): Staff | null {
  const found = staffIn.get({ sessionId, now: Date.now() });
  return found ? { ...found, sessionId } : null;
}

const staffIn = db
  .select({ id: admins.id, name: admins.name, email: admins.email, role: admins.role })
  .from(sessions)
  .innerJoin(admins, eq(admins.id, sessions.adminId))
  .where(
    and(
      eq(sessions.id, sql.placeholder("sessionId")),
      gt(sessions.expiresAt, sql.placeholder("now")),
      eq(admins.active, true),
    ),
  )
  .prepare();

/** The owner of a refresh token, without using it up; reuse after the grace period ends the session. */
export function staffOfRefresh(token: string): Staff | null {
  const found = tokenRow(db, token);
  const staff = found ? staffOf(found.sessionId) : null;
  if (!found || !staff || !isSpent(db, found, token, Date.now())) return staff;
  ifWritable(() => endCopied(token));
  return null;
}

/** Background job: deletes ended sessions, with their devices and tokens. */
export function forgetEndedSessions() {
  const ended = lte(sessions.expiresAt, Date.now());
  if (!db.select({ id: sessions.id }).from(sessions).where(ended).limit(1).get()) return;
  inTransaction((tx) => tx.delete(sessions).where(ended).run(), "nothing");
}

/** Signs out one device: its session's tokens stop working at once. */
export function endSession(sessionId: string) {
  inTransaction((tx) => tx.delete(sessions).where(eq(sessions.id, sessionId)).run(), "nothing");
}

/** Signing out must work with whatever token is left. */
export function endSessionOf(refreshToken: string) {
  const found = tokenRow(db, refreshToken);
  if (found) endSession(found.sessionId);
}

function trade(tx: Tx, token: string, now: number) {
  const found = tokenRow(tx, token);
  if (!found || !isLive(tx, found.sessionId, now)) return null;
  if (isSpent(tx, found, token, now)) return "spent";

  const next = successorOf(token);
  if (found.rotatedAt === null) {
    tx.update(refreshTokens)
      .set({ rotatedAt: now })
      .where(eq(refreshTokens.hash, found.hash))
      .run();
    remember(tx, next, found.sessionId, now);
    const last = found.openedAt + LONGEST_DAYS * DAY_MS;
    tx.update(sessions)
      .set({ lastSeenAt: now, expiresAt: Math.min(now + SESSION_DAYS * DAY_MS, last) })
      .where(eq(sessions.id, found.sessionId))
      .run();
  }
  return { adminId: found.adminId, sessionId: found.sessionId, next };
}

type Found = NonNullable<ReturnType<typeof tokenRow>>;

/** Used before, and not just by two tabs at once: outside the grace period, or its successor was used too. */
const isSpent = (reader: Reader, { rotatedAt }: Found, token: string, now: number) =>
  rotatedAt !== null &&
  (now - rotatedAt > GRACE_MS || tokenRow(reader, successorOf(token))?.rotatedAt !== null);

function endCopied(token: string) {
  inTransaction((tx) => {
    const found = tokenRow(tx, token);
    if (!found) return;
    tx.delete(sessions).where(eq(sessions.id, found.sessionId)).run();
    record(tx, "site", { action: "session.reuse", target: `admin ${found.adminId}` });
  }, "nothing");
}

const tokenRow = (reader: Reader, token: string) =>
  reader
    .select({
      hash: refreshTokens.hash,
      sessionId: refreshTokens.sessionId,
      rotatedAt: refreshTokens.rotatedAt,
      adminId: sessions.adminId,
      openedAt: sessions.createdAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, sealed(token)))
    .get();

const isLive = (tx: Tx, sessionId: string, now: number) =>
  tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now), eq(admins.active, true)))
    .get() !== undefined;

/** What is stored of a token. With another secret no session is found again: all are signed out (contract 1). */
const sealed = (token: string) => seal(sessionSecret(), `token ${token}`);

/** Derived from the token before it, so that it can be given out again without being stored. */
const successorOf = (token: string) =>
  createHmac("sha256", sessionSecret()).update(`refresh ${token}`).digest("base64url");

function remember(tx: Tx, token: string, sessionId: string, now: number) {
  tx.insert(refreshTokens)
    .values({ hash: sealed(token), sessionId, createdAt: now })
    .run();
}

async function withAccess(adminId: string, sessionId: string, refreshToken: string) {
  return { accessToken: await accessToken({ adminId, sessionId }), refreshToken };
}
