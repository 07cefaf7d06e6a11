import type { AppLoadContext } from "@remix-run/node";
import type { Actor } from "~/features/auth/permissions";
import { endOwnSession, updateAccount } from "./account.server";
import { PasswordInput, ProfileInput } from "./admin.schema";
import { DomainError } from "~/lib/errors";
import type { Fields } from "~/lib/form-values";
import { parse } from "~/lib/parse-input";
import { seenIn } from "~/lib/http/read-body.server";
import { limitedPasswordChange } from "~/features/auth/sign-in-throttle.http.server";

/** The actions of the settings cards, by `intent`. Returns the toast. */
export async function actOnAccount(
  context: AppLoadContext,
  actor: Actor,
  { intent, id, ...form }: Fields,
) {
  if (intent === "profile") {
    updateAccount(actor, parse(ProfileInput, form));
    return "Profile updated";
  }
  if (intent === "password") {
    await limitedPasswordChange(context, actor, parse(PasswordInput, form), seenIn(form));
    return "Password changed";
  }
  if (intent !== "end-session" || !id) throw new DomainError("invalid", "Missing id");
  endOwnSession(actor, id);
  return "Signed out";
}
