import { randomBytes } from "node:crypto";

/** Crockford's Base32: without I, L, O and U, which are mistaken for others when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function bytesToBase32(bytes: Uint8Array, length: number) {
  let text = "";
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < length) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >> bits) & 31);
    }
  }
  return text;
}

/** Enough for many ids, because a few bytes take as long as a thousand. */
let randomPool = Buffer.alloc(0);

function takeRandom(length: number) {
  if (randomPool.length < length) randomPool = randomBytes(1024 + length);
  const taken = randomPool.subarray(0, length);
  randomPool = randomPool.subarray(length);
  return taken;
}

export const randomBase32 = (length: number) =>
  bytesToBase32(takeRandom(Math.ceil((length * 5) / 8)), length);

export function encodeBase32(value: number, minLength: number): string {
  const rest = Math.floor(value / 32);
  const last = ALPHABET.charAt(value % 32);
  return rest > 0 || minLength > 1 ? encodeBase32(rest, minLength - 1) + last : last;
}

/** A ULID: 48 bits of UTC milliseconds, so that ids sort by time, and 80 random bits. */
export function createId(now = Date.now()) {
  return encodeBase32(now, 10).slice(-10) + randomBase32(16);
}

/** Ids come back in form fields, which can hold any text. */
export const isUlid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
