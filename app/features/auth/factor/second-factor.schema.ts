import * as z from "zod";
import { CODE_NEEDED } from "~/lib/error-messages";

const PASSWORD_NEEDED = "Enter your current password.";

const factorCode = z.string(CODE_NEEDED).trim().min(1, CODE_NEEDED).max(100, CODE_NEEDED);
export const ownPassword = z
  .string(PASSWORD_NEEDED)
  .min(1, PASSWORD_NEEDED)
  .max(1_000, PASSWORD_NEEDED);

/** After the password. */
export const EnteredCode = z.object({ factorCode });

/** Proves that whoever is signed in is the owner of the account. */
export const PasswordAndCode = z.object({ currentPassword: ownPassword, factorCode });

/** `secret` as the page has sent it, encrypted. */
export const NewFactor = PasswordAndCode.extend({ secret: z.string().max(200).default("") });
