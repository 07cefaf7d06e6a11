import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { bytesToBase32 } from "./ids.server";

export const sha256 = (text: string) => hash("sha256", text, "base64url");

/** HMAC-SHA-256, cut to 130 bits and written as 26 Base32 letters. */
export const hmac = (key: string, text: string) =>
  bytesToBase32(createHmac("sha256", key).update(text).digest(), 26);

export function timingSafeEqualText(a: string, b: string) {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
