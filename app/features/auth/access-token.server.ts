import { errors, jwtVerify, SignJWT } from "jose";
import { sessionSecret } from "~/lib/secrets.server";

/** A short-lived proof of a session. It names no role: that is read from the database each time. */

export const ACCESS_MINUTES = 15;
const ZOO = "zoo-verse";
const TYPE = "at+jwt";
const key = () => new TextEncoder().encode(sessionSecret());

export const accessToken = ({ adminId, sessionId }: { adminId: string; sessionId: string }) =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(adminId)
    .setIssuer(ZOO)
    .setAudience(ZOO)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_MINUTES}m`)
    .sign(key());

type Proof = { sessionId: string; until: number };

/** Verified tokens, remembered until they expire: one page checks the same token several times. */
const proven = new Map<string, Proof>();
const REMEMBERED = 500;

/** The session that a token proves; null for anything that is not ours, or no longer valid. */
export async function sessionFrom(token: string): Promise<string | null> {
  const known = proven.get(token);
  if (known && Date.now() < known.until) return known.sessionId;
  const proof = await prove(token);
  if (!proof) return null;

  if (proven.size >= REMEMBERED) proven.clear();
  proven.set(token, proof);
  return proof.sessionId;
}

async function prove(token: string): Promise<Proof | null> {
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ["HS256"],
      typ: TYPE,
      issuer: ZOO,
      audience: ZOO,
    });
    const { sid, exp = 0 } = payload;
    return typeof sid === "string" ? { sessionId: sid, until: exp * 1000 } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
