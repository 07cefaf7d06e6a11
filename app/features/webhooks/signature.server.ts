import { createHmac, randomBytes } from "node:crypto";
import { decrypt, encrypt } from "~/lib/crypto.server";
import { sessionSecret } from "~/lib/secrets.server";

/** As Standard Webhooks 1.0 writes them: https://www.standardwebhooks.com */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export const createSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

const PURPOSE = "webhook";

/** As it is stored. */
export const sealSecret = (secret: string) => encrypt(sessionSecret(), PURPOSE, secret);

/** Undefined for one that was stored under another SESSION_SECRET. */
export const openSecret = (sealed: string) => decrypt(sessionSecret(), PURPOSE, sealed);

type Message = { id: string; body: string };

/** The headers of an attempt at an instant, with a signature by each secret. */
export function signedHeaders({ id, body }: Message, secrets: string[], now: number) {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

const sign = (secret: string, content: string) =>
  createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(content)
    .digest("base64");
