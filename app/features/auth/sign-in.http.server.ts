import type { AppLoadContext } from "@remix-run/node";
import type * as z from "zod";
import type { Admin } from "~/features/admins/admin.types";
import type { Credentials, SignInWithCode } from "~/features/admins/admin.schema";
import { DomainError } from "~/lib/errors";
import { CODE_NEEDED, NEW_PASSWORD_NEEDED } from "~/lib/error-messages";
import { siteCookie } from "~/lib/http/cookie.server";
import { logSignIn } from "~/lib/http/logger.server";
import {
  PENDING_MINUTES,
  signPending,
  verifyPending,
  type PendingSignIn,
} from "./pending-sign-in.server";
import { hasFactor } from "./factor/second-factor.server";
import type { UsedPasskey } from "./passkeys/passkey.schema";
import { readUsedPasskey } from "./passkeys/webauthn.http.server";
import { TRUST_DAYS } from "./factor/second-factor.rules";
import { sessionCookies } from "./session-cookies.http.server";
import { createSession, type Tokens } from "./sessions.server";
import {
  countedCode,
  countedPasskey,
  countedPassword,
  knownDeviceCookies,
} from "./sign-in-throttle.http.server";
import { isTrusted, newDeviceToken, trustDevice } from "./factor/trusted-devices.server";

/** What comes next: the session, or the code, or a password of their own. `cookies` carry it. */
export type SignInStep = { admin: Admin; cookies: string[] } & (
  { next: "session"; tokens: Tokens } | { next: "code" | "password" }
);

const pendingCookie = siteCookie("zoo_signing_in", PENDING_MINUTES * 60);
const trustCookie = siteCookie("zoo_trust", TRUST_DAYS * 24 * 60 * 60);

/** The first step of the screen. Throws as `countedPassword`. */
export const signInWithPassword = (
  request: Request,
  context: AppLoadContext,
  typed: Partial<Credentials>,
): Promise<SignInStep> =>
  logged(request, typed.email, async () => {
    const admin = await countedPassword(request, context, typed);
    return nextStep(request, context, { admin, isCodeDone: false });
  });

/** The second step of the screen: `trust` asks for no code on this device for thirty days. Throws as `countedCode`. */
export const enterCode = (
  request: Request,
  context: AppLoadContext,
  { admin }: PendingSignIn,
  { code, trust }: { code: string; trust: boolean },
): Promise<SignInStep> =>
  logged(request, admin.email, async () => {
    await countedCode(request, context, admin, { code, field: "factorCode" });
    const step = await nextStep(request, context, { admin, isCodeDone: true });
    return trust
      ? { ...step, cookies: [...step.cookies, await trust30Days(request, admin)] }
      : step;
  });

/** A passkey counts as password and code. Throws `unauthenticated`, `forbidden`, `too_many`. */
export const signInWithPasskey = (
  request: Request,
  context: AppLoadContext,
  answer: z.output<typeof UsedPasskey>,
): Promise<SignInStep> =>
  logged(request, "", async () => {
    const admin = await countedPasskey(context, () => readUsedPasskey(request, answer));
    return nextStep(request, context, { admin, isCodeDone: true });
  });

/** POST /admin/login: both at once. Throws `unauthenticated` with an issue of `code` where one is missing or wrong. */
export const signInWithCode = (
  request: Request,
  context: AppLoadContext,
  typed: z.output<typeof SignInWithCode>,
) =>
  logged(request, typed.email, async () => {
    const admin = await countedPassword(request, context, typed);
    let step = await nextStep(request, context, { admin, isCodeDone: false });
    if (step.next === "code") {
      if (!typed.code) {
        const issue = { path: "code", message: CODE_NEEDED };
        throw new DomainError("unauthenticated", CODE_NEEDED, [issue]);
      }
      await countedCode(request, context, admin, { code: typed.code, field: "code" });
      step = await nextStep(request, context, { admin, isCodeDone: true });
    }
    if (step.next !== "session") throw new DomainError("forbidden", NEW_PASSWORD_NEEDED);
    return step;
  });

/** The step that an account is at; opens its session when nothing is missing. */
export async function nextStep(
  request: Request,
  context: AppLoadContext,
  { admin, isCodeDone }: PendingSignIn,
): Promise<SignInStep> {
  if (!isCodeDone && hasFactor(admin.id) && !(await isTrustedDevice(request, admin)))
    return { next: "code", admin, cookies: [await pending({ admin, isCodeDone })] };
  if (admin.oneTimeUntil !== null)
    return { next: "password", admin, cookies: [await pending({ admin, isCodeDone: true })] };

  const tokens = await createSession(admin.id, request.headers.get("user-agent") ?? "");
  const cookies = [
    ...(await sessionCookies(tokens)),
    ...(await knownDeviceCookies(request, context, admin)),
    ...((await pendingToken(request)) ? [await clearPending()] : []),
  ];
  return { next: "session", admin, tokens, cookies };
}

async function pendingToken(request: Request) {
  const value: unknown = await pendingCookie.parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : null;
}

/** Who has entered the password in the last ten minutes; null for nobody. */
export async function readPending(request: Request): Promise<PendingSignIn | null> {
  const token = await pendingToken(request);
  return token ? verifyPending(token) : null;
}

const clearPending = () => pendingCookie.serialize("", { maxAge: 0 });

const pending = async (signIn: PendingSignIn) => pendingCookie.serialize(await signPending(signIn));

async function trustToken(request: Request) {
  const value: unknown = await trustCookie.parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : null;
}

async function isTrustedDevice(request: Request, { id }: Admin) {
  const token = await trustToken(request);
  return token !== null && isTrusted(id, token);
}

async function trust30Days(request: Request, { id }: Admin) {
  const token = (await trustToken(request)) ?? newDeviceToken();
  trustDevice(id, token, request.headers.get("user-agent") ?? "");
  return trustCookie.serialize(token);
}

async function logged<Step extends SignInStep>(
  request: Request,
  email = "",
  attempt: () => Promise<Step>,
) {
  try {
    const step = await attempt();
    logSignIn(request, email, step.next === "session" ? "accepted" : `asked: ${step.next}`);
    return step;
  } catch (error) {
    if (error instanceof DomainError) logSignIn(request, email, `refused: ${error.code}`);
    throw error;
  }
}
