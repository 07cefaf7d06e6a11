import type { AppLoadContext } from "@remix-run/node";
import type { Actor } from "~/features/auth/permissions";
import { endOwnSession, updateAccount } from "./account.server";
import { PasswordInput, ProfileInput } from "./admin.schema";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { parseInput } from "~/lib/parse-input";
import { shownFrom, versionFrom } from "~/lib/http/read-body.server";
import { throttledPasswordChange } from "~/features/auth/sign-in-throttle.http.server";

/** The actions of the settings cards, by `intent`. Returns the toast. */
export async function handleAccountAction(
  context: AppLoadContext,
  actor: Actor,
  { intent, id, ...form }: FormValues,
) {
  if (intent === "profile") {
    updateAccount(actor, parseInput(ProfileInput, form), shownFrom(ProfileInput, form));
    return "Profile updated";
  }
  if (intent === "password") {
    await throttledPasswordChange(
      context,
      actor,
      parseInput(PasswordInput, form),
      versionFrom(form),
    );
    return "Password changed";
  }
  if (intent !== "end-session" || !id) throw new DomainError("invalid", "Missing id");
  endOwnSession(actor, id);
  return "Signed out";
}
