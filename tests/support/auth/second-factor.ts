import { Secret, TOTP } from "otpauth";
import { vi } from "vitest";
import { asStaff } from "../data/factories";
import { addFactor, sealSecret } from "~/features/auth/factor/second-factor.server";
import { newSecret } from "~/features/auth/factor/totp.server";

type Account = Parameters<typeof asStaff>[0];

/** What an app shows at this moment. */
export const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Past the 30 seconds of the code that was used. */
export const nextCode = (secret: string) => {
  vi.setSystemTime(Date.now() + 60_000);
  return codeOf(secret);
};

/** Adds a second factor. Its first code is used. */
export function withFactor(admin: Account) {
  const secret = newSecret();
  const recoveryCodes = addFactor(asStaff(admin), sealSecret(secret), codeOf(secret));
  return { secret, recoveryCodes };
}
