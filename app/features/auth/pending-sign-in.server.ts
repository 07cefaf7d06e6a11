import { errors, jwtVerify, SignJWT } from "jose";
import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { admins } from "db/schema";
import { toPublicAdmin, type Admin } from "~/features/admins/admin.types";
import { sha256 } from "~/lib/crypto.server";
import { sessionSecret } from "~/lib/secrets.server";

/** Between the password and the session, while a code or another password is missing: a signed token, not a session. */

export const PENDING_MINUTES = 10;
const TYPE = "sign-in+jwt";
const key = () => new TextEncoder().encode(sessionSecret());

export type PendingSignIn = { admin: Admin; isCodeDone: boolean };

const accountOf = (id: string) => db.select().from(admins).where(eq(admins.id, id)).get();

/** Valid for ten minutes, and no longer than the account's password. */
export const signPending = ({ admin, isCodeDone }: PendingSignIn) =>
  new SignJWT({ pw: sha256(accountOf(admin.id)?.passwordHash ?? ""), code: isCodeDone })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(admin.id)
    .setIssuedAt()
    .setExpirationTime(`${PENDING_MINUTES}m`)
    .sign(key());

/** Null for anything that is not ours or has ended. */
export async function verifyPending(token: string): Promise<PendingSignIn | null> {
  const payload = await verified(token);
  const account = payload?.sub === undefined ? undefined : accountOf(payload.sub);
  if (!account?.active || payload?.pw !== sha256(account.passwordHash)) return null;
  return { admin: toPublicAdmin(account), isCodeDone: payload.code === true };
}

async function verified(token: string) {
  try {
    const currentDate = new Date();
    return (await jwtVerify(token, key(), { algorithms: ["HS256"], typ: TYPE, currentDate }))
      .payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
