import * as z from "zod";
import { ROLES } from "~/features/auth/roles";
import { readAs, withAlias } from "~/lib/parse-input";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { MAX_LENGTH } from "~/lib/text-limits";
import { cleanEmail } from "~/lib/text/clean-text";
import { requiredEmail, requiredText, NO_EMAIL, optionalText } from "~/lib/text-fields.schema";
import { ADMIN_PASSWORD_MIN, OWN_PASSWORD_MIN } from "./admin.rules";

const SIGN_IN_NEEDED = "Email and password are required";
const REGISTER_NEEDED = "Name, email and password are required";
const ACCOUNT_NEEDED = "Name and email are required";
const BOTH_NEEDED = "Both current and new passwords are required";
/** The own profile has words of its own. */
const NO_OWN_EMAIL = "Enter a valid email address.";
const NO_ROLE = `role must be ${ROLES.join(", ")}`;

const SHORT = `Password must be at least ${ADMIN_PASSWORD_MIN} characters.`;
export const PASSWORD_MAX = 1_000;

const STATUS_WORDS: Record<string, boolean> = { active: true, enabled: true, disabled: false };

const name = (missing: string) => requiredText(missing, MAX_LENGTH.name);
const password = (message: string) => z.string(message).max(PASSWORD_MAX, "Password is too long");

/** The value of a refresh cookie, from clients that keep none. */
export const Refresh = z.object({
  refreshToken: z
    .string()
    .max(PASSWORD_MAX)
    .nullish()
    .transform(optionalText)
    .meta({ description: "The value of the refresh cookie, where no cookie is sent" }),
});

/** No limits here: whatever is too long is simply wrong. */
export const SignIn = z.object({
  email: z.string(SIGN_IN_NEEDED).overwrite(cleanEmail).min(1, SIGN_IN_NEEDED),
  password: z.string(SIGN_IN_NEEDED).min(1, SIGN_IN_NEEDED),
});
export type Credentials = z.output<typeof SignIn>;

/** By API: everything at once. */
export const SignInWithCode = SignIn.extend({
  code: z.string().nullish().transform(optionalText).meta({
    description: "Of an account with a second factor: from its app, or a recovery code",
  }),
});

export const RegisterAdmin = withActive(
  z.object({
    name: name(REGISTER_NEEDED),
    email: requiredEmail(REGISTER_NEEDED),
    password: password(REGISTER_NEEDED).min(1, REGISTER_NEEDED).min(ADMIN_PASSWORD_MIN, SHORT),
    role: z.enum(ROLES, NO_ROLE).default("editor"),
    active: z.boolean("active must be true or false").default(true),
  }),
);
export type NewAdmin = z.output<typeof RegisterAdmin>;

export const EditAdmin = withActive(
  z.object({
    name: name("Name is required.").optional(),
    email: requiredEmail(NO_EMAIL).optional(),
    role: z.enum(ROLES, NO_ROLE).optional(),
    active: z.boolean("active must be true or false").optional(),
  }),
);
export type AdminChanges = z.output<typeof EditAdmin>;

const formStrings = {
  name: name("Name is required."),
  email: requiredEmail(NO_EMAIL),
  role: z.enum(ROLES, NO_ROLE),
  active: z.boolean(),
};

/** The add and edit forms: the same with the form's own words. */
export const NewAdminInput = z.object({
  ...formStrings,
  password: password(SHORT).min(ADMIN_PASSWORD_MIN, SHORT),
});
export const EditAdminInput = z.object(formStrings);

export const UpdateAccount = z.object({
  name: name(ACCOUNT_NEEDED),
  email: requiredEmail(ACCOUNT_NEEDED, NO_OWN_EMAIL),
});
export const ProfileInput = z.object({
  name: name("Name is required."),
  email: requiredEmail(NO_OWN_EMAIL, NO_OWN_EMAIL),
});

const NO_MATCH = "New passwords do not match.";
const NEW_NEEDED = "Enter a new password.";
const SAME = "New password must be different from current password.";
// A missing password gets this one complaint and no other.
const omitBlank = password(BOTH_NEEDED).min(1, { error: BOTH_NEEDED, abort: true });
const newPassword = omitBlank.min(
  OWN_PASSWORD_MIN,
  `New password must be at least ${OWN_PASSWORD_MIN} characters.`,
);

/** Whoever chooses a password for themselves without knowing one: after a link, or after an owner's. */
export const ChosenPassword = z
  .object({
    newPassword: password(NEW_NEEDED)
      .min(1, { error: NEW_NEEDED, abort: true })
      .min(OWN_PASSWORD_MIN, `New password must be at least ${OWN_PASSWORD_MIN} characters.`),
    confirmPassword: z.string().default(""),
  })
  .refine((both) => both.newPassword === both.confirmPassword, {
    error: NO_MATCH,
    path: ["confirmPassword"],
  });

export const ForgottenPassword = z.object({ email: requiredEmail(NO_OWN_EMAIL, NO_OWN_EMAIL) });

/** What an owner gives to somebody who has lost theirs. */
export const OneTimePassword = z.object({
  password: password(NEW_NEEDED).min(
    OWN_PASSWORD_MIN,
    `Password must be at least ${OWN_PASSWORD_MIN} characters.`,
  ),
});

const Passwords = z
  .object({ currentPassword: omitBlank, newPassword })
  .refine((both) => both.newPassword !== both.currentPassword, {
    error: SAME,
    path: ["newPassword"],
  });

/** The present password may arrive as `oldPassword`. */
export const ChangePassword = withAlias("oldPassword", "currentPassword", Passwords);

export const PasswordInput = Passwords.and(
  z
    .object({ newPassword: z.string(), confirmPassword: z.string().default("") })
    .refine((both) => both.newPassword === both.confirmPassword, {
      error: NO_MATCH,
      path: ["confirmPassword"],
    }),
);

/** What an operator gives at a terminal; people choose this password for themselves there. */
export const CliPassword = z.object({ email: requiredEmail(NO_EMAIL), password: newPassword });
export const CliAccount = CliPassword.extend({
  name: name("Name is required."),
  password: omitBlank.min(
    OWN_PASSWORD_MIN,
    `Password must be at least ${OWN_PASSWORD_MIN} characters.`, // not "New password": there is no old one
  ),
});

const STATES = ["active", "disabled"] as const;

export const ListAdmins = paginationQuery(["createdAt", "name", "email", "role"]).extend({
  role: enumList("role", ROLES),
  status: enumList("status", STATES),
});
export type AdminQuery = z.output<typeof ListAdmins>;

/** `isActive` and a status word are read as active too. */
function withActive<S extends z.ZodType>(schema: S) {
  return readAs(toActive, schema, {
    isActive: { type: "boolean", description: "Read as `active`" },
    status: { type: "string", enum: Object.keys(STATUS_WORDS), description: "Read as `active`" },
  });
}

function toActive(sent: Record<string, unknown>) {
  if (sent.active !== undefined) return sent;
  if (sent.isActive !== undefined) return { ...sent, active: sent.isActive };
  if (typeof sent.status !== "string") return sent;
  return { ...sent, active: STATUS_WORDS[sent.status.toLowerCase()] ?? sent.status };
}
