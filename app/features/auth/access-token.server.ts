import { errors, jwtVerify, SignJWT } from "jose";
import { sessionSecret } from "~/lib/secrets.server";

/** A short-lived proof of a session. It names no role: that is read from the database each time. */

export const ACCESS_MINUTES = 15;
const ZOO = "zoo-verse";
const TYPE = "at+jwt";
const key = () => new TextEncoder().encode(sessionSecret());

export const signAccessToken = ({ adminId, sessionId }: { adminId: string; sessionId: string }) =>
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
const verifiedTokens = new Map<string, Proof>();
const CACHE_SIZE = 500;

/** The session that a token proves; null for anything that is not ours, or no longer valid. */
export async function verifyAccessToken(token: string): Promise<string | null> {
  const known = verifiedTokens.get(token);
  if (known && Date.now() < known.until) return known.sessionId;
  const proof = await verify(token);
  if (!proof) return null;

  if (verifiedTokens.size >= CACHE_SIZE) verifiedTokens.clear();
  verifiedTokens.set(token, proof);
  return proof.sessionId;
}

async function verify(token: string): Promise<Proof | null> {
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
