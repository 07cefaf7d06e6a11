import { redirect, type AppLoadContext } from "@remix-run/node";
import { ChosenPassword, ForgottenPassword } from "~/features/admins/admin.schema";
import { requestPasswordReset } from "~/features/mail/enqueue-mail.server";
import type { FormValues } from "~/lib/form-values";
import { limit } from "~/lib/http/rate-limit.server";
import { redirectWithErrorToast, redirectWithToast } from "~/lib/http/toast.server";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { parseInput } from "~/lib/parse-input";
import { changePasswordByLink, replaceOneTimePassword } from "./lost-password.server";
import { UsedPasskey } from "./passkeys/passkey.schema";
import { EnteredCode } from "./factor/second-factor.schema";
import {
  enterCode,
  nextStep,
  readPending,
  signInWithPasskey,
  signInWithPassword,
  type SignInStep,
} from "./sign-in.http.server";

/** Where a sign-in leads without `redirectTo`. */
export const DASHBOARD = "/admin/dashboard";

const NEXT_SCREEN = { code: "/login/code", password: "/login/password" };

/** E-mail and password. */
export async function handleSignIn(request: Request, context: AppLoadContext, form: FormValues) {
  return goOn(await signInWithPassword(request, context, form), form);
}

/** The code of an account with a second factor, or a recovery code. */
export async function handleCode(request: Request, context: AppLoadContext, form: FormValues) {
  const pending = await readPending(request);
  if (!pending) return startAgain();
  const { factorCode: code } = parseInput(EnteredCode, form);
  const trust = form.trust === "on";
  return goOn(await enterCode(request, context, pending, { code, trust }), form);
}

/** Instead of password and code. */
export const handlePasskey = async (request: Request, context: AppLoadContext, form: FormValues) =>
  goOn(await signInWithPasskey(request, context, parseInput(UsedPasskey, form)), form);

/** A password of their own, in place of an owner's. */
export async function handleOwnPassword(
  request: Request,
  context: AppLoadContext,
  form: FormValues,
) {
  const pending = await readPending(request);
  if (!pending?.isCodeDone) return startAgain();
  await replaceOneTimePassword(pending.admin.id, parseInput(ChosenPassword, form));
  const admin = { ...pending.admin, oneTimeUntil: null };
  return goOn(await nextStep(request, context, { admin, isCodeDone: true }), form);
}

/** The answer is the same whether there is such an account or not. */
export async function handleForgotten(request: Request, context: AppLoadContext, form: FormValues) {
  const { email } = parseInput(ForgottenPassword, form);
  await limit("requests for passwords", request, context, email);
  requestPasswordReset(email);
  return redirectWithToast("/login/forgot?asked=1#main", "Request sent");
}

/** Another password by the link of a mail. */
export async function handleReset(token: string, form: FormValues) {
  await changePasswordByLink(token, parseInput(ChosenPassword, form));
  return redirectWithToast("/login#main", "Password changed. Sign in with it.");
}

async function goOn(step: SignInStep, form: FormValues) {
  const to = safeRedirectPath(form.redirectTo, DASHBOARD);
  if (step.next === "session") {
    return redirectWithToast(`${to}#main`, "Signed in", { cookies: step.cookies });
  }
  const headers = new Headers();
  for (const cookie of step.cookies) headers.append("Set-Cookie", cookie);
  const query = to === DASHBOARD ? "" : `?${new URLSearchParams({ redirectTo: to })}`;
  return redirect(`${NEXT_SCREEN[step.next]}${query}#main`, { headers });
}

const startAgain = () =>
  redirectWithErrorToast("/login", "That took too long. Please enter your password again.");
