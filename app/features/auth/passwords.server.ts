import { hash, randomBytes, scrypt, scryptSync, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { DomainError } from "~/lib/errors";
import { TOO_MANY_SIGN_INS } from "~/lib/error-messages";

/** One of the scrypt settings that OWASP lists. Stored hashes name theirs, so it can be raised later. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;

/** Each hash takes 32 MiB and a core for a while, so at least one core is left to visitors. */
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_QUEUE = 20;
let running = 0;

/** Staff and devices that have signed in before come first, so that nobody who guesses keeps them waiting. */
export type Lane = "known" | "stranger";
const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] };

/** Slow on purpose, so only a few run at once; throws `busy` when too many wait. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16);
  return encodeHash(salt, await withSlot(() => derive(password, salt, KEY_BYTES, COST)));
}

/** For the first start, before visitors are served, and for tests, which use a lower cost. */
export function hashPasswordSync(password: string, cost = COST) {
  const salt = randomBytes(16);
  const key = scryptSync(digest(password), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY });
  return encodeHash(salt, key, cost);
}

/** Takes the same time whether the hash is real or, for an unknown e-mail, absent. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  lane: Lane = "known",
) {
  const { cost, salt, key } = readHash(hash ?? DUMMY_HASH);
  const derived = await withSlot(() => derive(password, salt, key.length, cost), lane);
  return timingSafeEqual(derived, key) && hash !== undefined;
}

const encodeHash = (salt: Buffer, key: Buffer, { N, r, p } = COST) =>
  `$scrypt$${N},${r},${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;

const DUMMY_HASH = encodeHash(Buffer.alloc(16), Buffer.alloc(KEY_BYTES));

function readHash(hash: string) {
  const [, , cost = "", salt = "", key = ""] = hash.split("$");
  const [N = 0, r = 0, p = 0] = cost.split(",").map(Number);
  return {
    cost: { N, r, p },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

const derive = (password: string, salt: Buffer, bytes: number, cost: typeof COST) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(digest(password), salt, bytes, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** scrypt pads short passwords with NUL, so an extra NUL would fit too; a digest has a fixed length. */
const digest = (password: string) => hash("sha256", password.normalize("NFC"), "base64url");

async function withSlot<T>(work: () => Promise<T>, lane: Lane = "known") {
  if (running >= CONCURRENCY) {
    if (waiting[lane].length >= MAX_QUEUE) {
      throw new DomainError("busy", TOO_MANY_SIGN_INS, [], 5);
    }
    // The one that finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting[lane].push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else running -= 1;
  }
}
