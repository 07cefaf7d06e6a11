import type { AppLoadContext } from "@remix-run/node";
import { changePassword } from "~/features/admins/account.server";
import type { Credentials } from "~/features/admins/admin.schema";
import { timingSafeEqualText, hmac, sha256 } from "~/lib/crypto.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { sessionSecret } from "~/lib/secrets.server";
import { siteCookie } from "~/lib/http/cookie.server";
import { LIMITS, BROAD_LIMITS } from "~/lib/http/rate-limits";
import { clientAddress, toPrefix } from "~/lib/http/client-network.server";
import {
  clientKey,
  consumeAll,
  getLimiter,
  reward,
  type Count,
} from "~/lib/http/rate-limit.server";
import { logSignIn } from "~/lib/http/logger.server";
import { signIn } from "./authenticator.http.server";
import { sessionCookies } from "./session-cookies.http.server";

const KNOWN_DAYS = 180;

const PER_ACCOUNT_AND_CLIENT = getLimiter(LIMITS["failed sign-ins"]);
const BY_ACCOUNT = getLimiter(BROAD_LIMITS.account);
const BY_CLIENT = getLimiter(BROAD_LIMITS.client);
const BY_56 = getLimiter(BROAD_LIMITS[56]);
const BY_48 = getLimiter(BROAD_LIMITS[48]);
const BY_SELF = getLimiter(LIMITS["wrong passwords"]);

const deviceCookie = siteCookie("zoo_device", KNOWN_DAYS * 24 * 60 * 60);

/** A browser that signed in to the account before has its own count, so that guessing locks no owner out. */
export async function throttledSignIn(
  request: Request,
  context: AppLoadContext,
  typed: Partial<Credentials>,
) {
  const { email = "" } = typed;
  try {
    const signedIn = await trySignIn(request, context, typed);
    logSignIn(request, email, "accepted");
    return signedIn;
  } catch (error) {
    if (error instanceof DomainError) logSignIn(request, email, `refused: ${error.code}`);
    throw error;
  }
}

async function trySignIn(request: Request, context: AppLoadContext, typed: Partial<Credentials>) {
  const { email = "" } = typed;
  const address = clientAddress(context);
  if (address === null) {
    const { admin, tokens } = await signIn(request, typed);
    return { admin, tokens, cookies: await sessionCookies(tokens) };
  }

  const account = sha256(email.trim().toLowerCase());
  const client = toPrefix(address, 64);
  const known = await isKnownDevice(request, account);
  const { admin, tokens } = await countAttempt(
    [
      { limiter: PER_ACCOUNT_AND_CLIENT, key: `${account} ${known ?? client}` },
      { limiter: BY_ACCOUNT, key: known ? `${account} ${known}` : account },
      { limiter: BY_CLIENT, key: known ?? client },
      { limiter: BY_56, key: known ?? toPrefix(address, 56) },
      { limiter: BY_48, key: known ?? toPrefix(address, 48) },
    ],
    () => signIn(request, typed),
  );
  const device = known ?? createId();
  const proof = await deviceCookie.serialize(`${device}.${signDevice(device, account)}`);
  return { admin, tokens, cookies: [...(await sessionCookies(tokens)), proof] };
}

/** Counts wrong current passwords, so that they cannot be guessed on a device that was found. Throws `too_many`. */
export function throttledPasswordChange(
  context: AppLoadContext,
  ...[actor, typed, expectedVersion]: Parameters<typeof changePassword>
) {
  const change = () => changePassword(actor, typed, expectedVersion);
  if (!actor || clientKey(context) === null) return change();
  return countAttempt([{ limiter: BY_SELF, key: actor.id }], change, "wrong passwords");
}

const WRONG = {
  "failed sign-ins": ["unauthenticated", "forbidden"],
  "wrong passwords": ["invalid"],
};

/** Counts before the attempt, so that many at once count as well. Anything but a wrong guess is given back. */
async function countAttempt<T>(
  counts: Count[],
  attempt: () => Promise<T>,
  what: keyof typeof WRONG = "failed sign-ins",
): Promise<T> {
  const taken = await consumeAll(counts, what);
  let isGuess = false;
  try {
    return await attempt();
  } catch (error) {
    isGuess = error instanceof DomainError && WRONG[what].includes(error.code);
    throw error;
  } finally {
    if (!isGuess) await reward(taken);
  }
}

async function isKnownDevice(request: Request, account: string) {
  const value: unknown = await deviceCookie.parse(request.headers.get("cookie"));
  const [device = "", proof = ""] = typeof value === "string" ? value.split(".") : [];
  return device && timingSafeEqualText(proof, signDevice(device, account)) ? device : null;
}

const signDevice = (device: string, account: string) =>
  hmac(sessionSecret(), `device ${device} ${account}`);
