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

/** The session that a token proves; null for anything that is not ours, or no longer valid at that time. */
export async function verifyAccessToken(
  token: string,
  currentDate = new Date(),
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ["HS256"],
      typ: TYPE,
      issuer: ZOO,
      audience: ZOO,
      currentDate,
    });
    return typeof payload.sid === "string" ? payload.sid : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
