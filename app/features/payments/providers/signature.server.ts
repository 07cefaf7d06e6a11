import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "~/lib/crypto.server";

export const hmacHex = (secret: string, ...parts: (string | Uint8Array)[]) =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac("sha256", secret)).digest("hex");

/** With any of the secrets: after a change, older events still have the previous one. */
export const isSignedBy = (
  secrets: readonly string[],
  signature: string,
  ...parts: (string | Uint8Array)[]
) => secrets.some((secret) => timingSafeEqualText(hmacHex(secret, ...parts), signature));
