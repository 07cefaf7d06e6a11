import { createHmac, hash, randomFillSync, timingSafeEqual } from "node:crypto";

/** Letters and digits that cannot be mistaken for one another when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Bytes as text, five bits a letter; left-over bits are dropped. */
function letters(bytes: Uint8Array, length: number) {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < length) {
      bits -= 5;
      text += ALPHABET.charAt((held >> bits) & 31);
    }
  }
  return text;
}

/** Random bytes are fetched in bulk: a call takes longer than making the letters. */
const store = Buffer.alloc(4096);
let used = store.length;

function randomBytes(count: number) {
  if (count > store.length) return randomFillSync(Buffer.alloc(count));
  if (used + count > store.length) {
    randomFillSync(store);
    used = 0;
  }
  return store.subarray(used, (used += count));
}

/** This many random letters, 5 bits each. */
export const randomBase32 = (length: number) =>
  letters(randomBytes(Math.ceil((length * 5) / 8)), length);

/** A number in the same letters, padded to at least this many. */
export function encodeBase32(value: number, minLength: number): string {
  const rest = Math.floor(value / 32);
  const last = ALPHABET.charAt(value % 32);
  return rest > 0 || minLength > 1 ? encodeBase32(rest, minLength - 1) + last : last;
}

/** An id that rises with time (48 bits of milliseconds) and cannot be guessed (80 random bits). */
export function createId(now = Date.now()) {
  return encodeBase32(now, 10).slice(-10) + randomBase32(16);
}

/** Whether it could be an id from `newId`: forms bring ids back, and people can write any text there. */
export const isUlid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

export const sha256 = (text: string) => hash("sha256", text, "base64url");

/** 130 bits that only the holder of the key can make. */
export const hmac = (key: string, text: string) =>
  letters(createHmac("sha256", key).update(text).digest(), 26);

/** Compares in a time that tells nothing about where the two differ. */
export function timingSafeEqualText(a: string, b: string) {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
