import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { bytesToBase32 } from "./ids.server";

export const sha256 = (text: string) => hash("sha256", text, "base64url");

/** HMAC-SHA-256, cut to 130 bits and written as 26 Base32 letters. */
export const hmac = (key: string, text: string) =>
  bytesToBase32(createHmac("sha256", key).update(text).digest(), 26);

export function timingSafeEqualText(a: string, b: string) {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const cipherKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** AES-256-GCM with a key of its own for each purpose. */
export function encrypt(secret: string, purpose: string, text: string) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url");
}

/** Undefined for what was encrypted with another secret or for another purpose, or was altered. */
export function decrypt(secret: string, purpose: string, encrypted: string) {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(
    CIPHER,
    cipherKey(secret, purpose),
    bytes.subarray(0, IV_BYTES),
  );
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8");
    return text + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
