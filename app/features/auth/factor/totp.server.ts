import { Secret, TOTP } from "otpauth";

/** Codes of RFC 6238 as all apps make them: SHA-1, six digits, 30 seconds. */
const PERIOD = 30;
const SECRET_BYTES = 20;

/** In Base32, as people type it into an app. */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), period: PERIOD });

/** The address in the QR code that apps scan. */
export const toAppUrl = (secret: string, issuer: string, label: string) =>
  totpOf(secret, { issuer, label }).toString();

/**
 * The number of the 30 seconds that a code belongs to, at an instant of UTC milliseconds; undefined for a wrong one. The
 * code before and the one after count as well, because clocks differ.
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD, timestamp: now }) + delta;
}
