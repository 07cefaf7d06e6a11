import type { Actor } from "~/domain/access";
import { changePassword, endOwnSession, updateAccount } from "~/domain/admin/account.server";
import { PasswordForm, ProfileForm } from "~/domain/admin/admin.schema";
import { DomainError } from "~/domain/errors";
import { parse } from "~/domain/parse";
import type { Fields } from "../body.server";

/** The actions of the settings cards, by `intent`. Returns the toast. */
export async function actOnAccount(actor: Actor, { intent, id, ...form }: Fields) {
  if (intent === "profile") {
    updateAccount(actor, parse(ProfileForm, form));
    return "Profile updated";
  }
  if (intent === "password") {
    await changePassword(actor, parse(PasswordForm, form));
    return "Password changed";
  }
  if (intent !== "end-session" || !id) throw new DomainError("invalid", "Missing id");
  endOwnSession(actor, id);
  return "Signed out";
}
