import type { AppLoadContext } from "@remix-run/node";
import type { Actor } from "~/domain/access";
import { endOwnSession, updateAccount } from "~/domain/admin/account.server";
import { PasswordInput, ProfileInput } from "~/domain/admin/admin.schema";
import { DomainError } from "~/domain/errors";
import type { Fields } from "~/domain/fields";
import { parse } from "~/domain/parse";
import { seenIn } from "../body.server";
import { limitedPasswordChange } from "../sign-in/sign-in-limits.server";

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
