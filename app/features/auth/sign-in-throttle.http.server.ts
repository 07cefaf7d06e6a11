import type { AppLoadContext } from "@remix-run/node";
import { changePassword, checkOwnPassword } from "~/features/admins/account.server";
import type { Admin } from "~/features/admins/admin.types";
import type { Credentials } from "~/features/admins/admin.schema";
import { timingSafeEqualText, hmac, sha256 } from "~/lib/crypto.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { sessionSecret } from "~/lib/secrets.server";
import { siteCookie } from "~/lib/http/cookie.server";
import { LIMITS, BROAD_LIMITS } from "~/lib/http/rate-limits";
import { clientAddress, toPrefix, type Prefix } from "~/lib/http/client-network.server";
import {
  clientKey,
  consumeAll,
  getLimiter,
  reward,
  type Count,
} from "~/lib/http/rate-limit.server";
import { authenticate } from "./authenticator.http.server";
import type { Staff } from "./permissions";
import { spendCode, wrongCode } from "./factor/second-factor.server";

const KNOWN_DAYS = 180;

const PER_ACCOUNT_AND_CLIENT = getLimiter(LIMITS["failed sign-ins"]);
const BY_ACCOUNT = getLimiter(BROAD_LIMITS.account);
const BY_CLIENT = getLimiter(BROAD_LIMITS.client);
const BY_56 = getLimiter(BROAD_LIMITS[56]);
const BY_48 = getLimiter(BROAD_LIMITS[48]);
const BY_SELF = getLimiter(LIMITS["wrong passwords"]);
const CODES = getLimiter(LIMITS["wrong codes"]);

const deviceCookie = siteCookie("zoo_device", KNOWN_DAYS * 24 * 60 * 60);

/**
 * Whose e-mail and password these are. A browser that signed in to the account before has its own counts and goes first
 * where passwords are verified, so that guessing locks nobody out. Throws `too_many`, and as `verifyCredentials`.
 */
export async function countedPassword(
  request: Request,
  context: AppLoadContext,
  typed: Partial<Credentials>,
): Promise<Admin> {
  const account = accountKey(typed.email ?? "");
  const known = await knownDevice(request, account);
  const attempt = () => authenticate(request, typed, known ? "known" : "stranger");
  const address = clientAddress(context);
  if (address === null) return attempt();

  const byNetwork = countsOf((bits) => known ?? toPrefix(address, bits));
  const byAccount = [
    { limiter: PER_ACCOUNT_AND_CLIENT, key: `${account} ${known ?? toPrefix(address, 64)}` },
    { limiter: BY_ACCOUNT, key: known ? `${account} ${known}` : account },
  ];
  // A stranger who fills the queue is counted like one who guesses.
  const countedWhenBusy = known ? [] : byNetwork;
  return countAttempt([...byAccount, ...byNetwork], attempt, "failed sign-ins", countedWhenBusy);
}

const countsOf = (keyOf: (bits: Prefix) => string): Count[] => [
  { limiter: BY_CLIENT, key: keyOf(64) },
  { limiter: BY_56, key: keyOf(56) },
  { limiter: BY_48, key: keyOf(48) },
];

/** Counts passkeys that do not fit, by network. Throws `too_many`. */
export function countedPasskey<T>(context: AppLoadContext, attempt: () => Promise<T>): Promise<T> {
  const address = clientAddress(context);
  if (address === null) return attempt();
  return countAttempt(
    countsOf((bits) => toPrefix(address, bits)),
    attempt,
    "failed sign-ins",
  );
}

/** Checks the code after the password. A known browser has its own count. Throws `unauthenticated`, `too_many`. */
export async function countedCode(
  request: Request,
  context: AppLoadContext,
  admin: Admin,
  { code, field }: { code: string; field: "code" | "factorCode" },
) {
  const attempt = async () => {
    if (!spendCode(admin, code)) throw wrongCode("unauthenticated", field);
  };
  if (clientKey(context) === null) return attempt();
  const known = await knownDevice(request, accountKey(admin.email));
  const counts = [{ limiter: CODES, key: `${admin.id} ${known ?? "stranger"}` }];
  return countAttempt(counts, attempt, "wrong codes");
}

/** The cookie of a browser that has signed in to an account; none where the client's address is unknown. */
export async function knownDeviceCookies(
  request: Request,
  context: AppLoadContext,
  { email }: Admin,
) {
  if (clientAddress(context) === null) return [];
  const account = accountKey(email);
  const device = (await knownDevice(request, account)) ?? createId();
  return [await deviceCookie.serialize(`${device}.${signDevice(device, account)}`)];
}

/** Counts wrong current passwords, so that they cannot be guessed on a device that was found. Throws `too_many`. */
export const throttledPasswordChange = (
  context: AppLoadContext,
  ...[actor, typed, expectedVersion]: Parameters<typeof changePassword>
) => countOwn(context, actor, () => changePassword(actor, typed, expectedVersion));

/** Makes sure that whoever is signed in knows the password. Throws `invalid`, `too_many`. */
export const proveOwnPassword = (context: AppLoadContext, staff: Staff, password: string) =>
  countOwn(context, staff, () => checkOwnPassword(staff, password));

/** Makes sure that whoever is signed in has the second factor. Throws `invalid`, `too_many`. */
export function proveOwnCode(context: AppLoadContext, staff: Staff, code: string) {
  const attempt = async () => {
    if (!spendCode(staff, code)) throw wrongCode("invalid");
  };
  return countOwnCode(context, staff, attempt);
}

/** Counts an attempt to enter a code while signed in. Throws `too_many`. */
export const countOwnCode = <T>(
  context: AppLoadContext,
  staff: Staff,
  attempt: () => Promise<T>,
): Promise<T> =>
  clientKey(context) === null
    ? attempt()
    : countAttempt([{ limiter: CODES, key: `${staff.id} signed in` }], attempt, "wrong codes");

function countOwn<T>(
  context: AppLoadContext,
  actor: Parameters<typeof changePassword>[0],
  attempt: () => Promise<T>,
) {
  if (!actor || clientKey(context) === null) return attempt();
  return countAttempt([{ limiter: BY_SELF, key: actor.id }], attempt, "wrong passwords");
}

const WRONG = {
  "failed sign-ins": ["unauthenticated", "forbidden"],
  "wrong passwords": ["invalid"],
  "wrong codes": ["unauthenticated", "invalid"],
};

/** Counts before the attempt, so that many at once count as well. Anything but a wrong guess is given back. */
async function countAttempt<T>(
  counts: Count[],
  attempt: () => Promise<T>,
  what: keyof typeof WRONG,
  countedWhenBusy: Count[] = [],
): Promise<T> {
  const taken = await consumeAll(counts, what);
  let unearned = taken;
  try {
    return await attempt();
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code && WRONG[what].includes(code)) unearned = [];
    if (code === "busy") unearned = taken.filter((count) => !countedWhenBusy.includes(count));
    throw error;
  } finally {
    await reward(unearned);
  }
}

const accountKey = (email: string) => sha256(email.trim().toLowerCase());

async function knownDevice(request: Request, account: string) {
  const value: unknown = await deviceCookie.parse(request.headers.get("cookie"));
  const [device = "", proof = ""] = typeof value === "string" ? value.split(".") : [];
  return device && timingSafeEqualText(proof, signDevice(device, account)) ? device : null;
}

const signDevice = (device: string, account: string) =>
  hmac(sessionSecret(), `device ${device} ${account}`);
