import { createHmac, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { admins, refreshTokens, sessions } from "db/schema";
import type { Staff } from "./permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DAY_MS } from "~/lib/dates";
import { hmac } from "~/lib/crypto.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { LOGIN_REQUIRED } from "~/lib/error-messages";
import { sessionSecret } from "~/lib/secrets.server";
import { skipIfBusy, transaction } from "~/lib/write-transaction.server";
import { signAccessToken, verifyAccessToken } from "./access-token.server";

export type Tokens = { accessToken: string; refreshToken: string };

export const SESSION_DAYS = 10;
/** However much a session is used, the password is asked for again after this. */
const MAX_SESSION_DAYS = 90;

/** For two tabs at once or a lost answer. Longer than a gate device waits before it asks again. */
const REUSE_GRACE_MS = 30_000;

/** Opens a session for an admin who has proved who they are. */
export function createSession(adminId: string, userAgent: string): Promise<Tokens> {
  const now = Date.now();
  const id = createId(now);
  const refreshToken = randomBytes(32).toString("base64url");
  transaction((tx) => {
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
    insertToken(tx, refreshToken, id, now);
  }, "none");
  return withAccess(adminId, id, refreshToken);
}

/** A second use after the grace period means that the token was copied: it ends the session. Throws. */
export async function refreshSession(token: string): Promise<Tokens> {
  const next = await rotateTokens(token);
  if (next && next !== "spent") return next;
  if (next) revokeReused(token);
  throw new DomainError("unauthenticated", LOGIN_REQUIRED);
}

/** A spent token ends nothing here. `spent`: given out too long ago; null: the session is over. */
export async function rotateTokens(token: string): Promise<Tokens | "spent" | null> {
  const traded = transaction((tx) => rotateToken(tx, token, Date.now()), "none");
  if (!traded || traded === "spent") return traded;
  return withAccess(traded.adminId, traded.sessionId, traded.next);
}

/** Who the session belongs to now: role and active state are read fresh every time. */
export function getSessionStaff(sessionId: string): Staff | null {
  const row = staffIn().get({ sessionId, now: Date.now() });
  return row ? { ...row, sessionId } : null;
}

const staffIn = prepared(() =>
  db
    .select({
      id: admins.id,
      name: admins.name,
      email: admins.email,
      role: admins.role,
      rights: admins.rights,
      refundLimitPaise: admins.refundLimitPaise,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(admins.active, true),
      ),
    )
    .prepare(),
);

/** The owner of a valid access token, as long as its session lasts. */
export async function staffOfAccess(token: string | null): Promise<Staff | null> {
  const sessionId = token ? await verifyAccessToken(token) : null;
  return sessionId ? getSessionStaff(sessionId) : null;
}

/** The owner of a refresh token, without using it up; reuse after the grace period ends the session. */
export function staffOfRefresh(token: string): Staff | null {
  const row = tokenRow(db, token);
  const staff = row ? getSessionStaff(row.sessionId) : null;
  if (!row || !staff || !isReused(db, row, token, Date.now())) return staff;
  skipIfBusy(() => revokeReused(token));
  return null;
}

/** Background job: deletes ended sessions, with their devices and tokens. */
export function deleteExpiredSessions() {
  const ended = lte(sessions.expiresAt, Date.now());
  if (!db.select({ id: sessions.id }).from(sessions).where(ended).limit(1).get()) return;
  transaction((tx) => tx.delete(sessions).where(ended).run(), "none");
}

/** Signs out one device: its session's tokens stop working at once. */
function revokeSession(sessionId: string) {
  transaction((tx) => tx.delete(sessions).where(eq(sessions.id, sessionId)).run(), "none");
}

/** Signing out must work with whatever token is left: ends the sessions of all, also of expired ones. */
export async function endSessionsOf(accessTokens: (string | null)[], refreshToken: string | null) {
  const ids = [refreshToken && tokenRow(db, refreshToken)?.sessionId];
  for (const token of accessTokens)
    ids.push(token && (await verifyAccessToken(token, new Date(0))));
  for (const id of new Set(ids)) if (id) revokeSession(id);
}

function rotateToken(tx: Tx, token: string, now: number) {
  const row = tokenRow(tx, token);
  if (!row || !getSessionStaff(row.sessionId)) return null;
  if (isReused(tx, row, token, now)) return "spent";

  const next = deriveNextToken(token);
  if (row.rotatedAt === null) {
    tx.update(refreshTokens).set({ rotatedAt: now }).where(eq(refreshTokens.hash, row.hash)).run();
    insertToken(tx, next, row.sessionId, now);
    const last = row.openedAt + MAX_SESSION_DAYS * DAY_MS;
    tx.update(sessions)
      .set({ lastSeenAt: now, expiresAt: Math.min(now + SESSION_DAYS * DAY_MS, last) })
      .where(eq(sessions.id, row.sessionId))
      .run();
  }
  return { adminId: row.adminId, sessionId: row.sessionId, next };
}

type Found = NonNullable<ReturnType<typeof tokenRow>>;

/** Used before, and not just by two tabs at once: outside the grace period, or its successor was used too. */
const isReused = (reader: Reader, { rotatedAt }: Found, token: string, now: number) =>
  rotatedAt !== null &&
  (now - rotatedAt > REUSE_GRACE_MS ||
    tokenRow(reader, deriveNextToken(token))?.rotatedAt !== null);

function revokeReused(token: string) {
  transaction((tx) => {
    const row = tokenRow(tx, token);
    if (!row) return;
    tx.delete(sessions).where(eq(sessions.id, row.sessionId)).run();
    recordAudit(tx, "site", { action: "session.reuse", target: `admin ${row.adminId}` });
  }, "none");
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
    .where(eq(refreshTokens.hash, hashToken(token)))
    .get();

const hashToken = (token: string) => hmac(sessionSecret(), `token ${token}`);

/** Derived from the token before it, so that it can be given out again without being stored. */
const deriveNextToken = (token: string) =>
  createHmac("sha256", sessionSecret()).update(`refresh ${token}`).digest("base64url");

function insertToken(tx: Tx, token: string, sessionId: string, now: number) {
  tx.insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId, createdAt: now })
    .run();
}

async function withAccess(adminId: string, sessionId: string, refreshToken: string) {
  return { accessToken: await signAccessToken({ adminId, sessionId }), refreshToken };
}
