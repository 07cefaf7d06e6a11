import { randomBytes } from "node:crypto";
import type { ZodType } from "zod";
import { CliAccount, CliPassword } from "~/features/admins/admin.schema";
import { assertMigrated, assertZoo, openBesideSite } from "~/features/startup/open-zoo.server";
import { parseInput } from "~/lib/parse-input";
import { UsageError } from "./report-error.ts";
import { readPassword } from "./read-password.ts";

type Options = { generate?: true };

/** Adds an owner, to a new database if there is none. */
export async function createOwner(email: string, { name, generate }: Options & { name: string }) {
  assertValid(CliAccount.omit({ password: true }), { email, name });
  assertMigrated();
  const { password, note } = await choosePassword(generate);
  const input = parseInput(CliAccount, { email, name, password });
  await (await openAccounts()).createOwner(input);
  console.log(`${email} is an owner and signs in at /login${note}`);
}

/** Sets a new password. */
export async function resetPassword(email: string, { generate }: Options) {
  assertValid(CliPassword.omit({ password: true }), { email });
  assertZoo();
  const { password, note } = await choosePassword(generate);
  const input = parseInput(CliPassword, { email, password });
  const admin = await (await openAccounts()).resetPassword(input);
  console.log(`${admin.email} signs in at /login with the new password${note}`);
  if (!admin.active) console.log("The account is disabled: an owner has to enable it first");
}

/** Lets somebody in with the password alone who has lost their phone and their recovery codes. */
export async function resetSecondFactor(email: string) {
  assertValid(CliPassword.pick({ email: true }), { email });
  assertZoo();
  const wasOn = (await openAccounts()).resetSecondFactor(email);
  const done = "signs in with the password alone; all devices are signed out";
  console.log(`${email} ${wasOn ? done : "has no second factor; nothing was changed"}`);
}

async function choosePassword(generate?: true) {
  if (!generate) return { password: await readPassword(), note: "" };
  const password = randomBytes(12).toString("base64url");
  return { password, note: `: ${password} (shown only now)` };
}

function assertValid(schema: ZodType, input: object) {
  const { error } = schema.safeParse(input);
  if (error) throw new UsageError(error.issues[0]?.message);
}

async function openAccounts() {
  await openBesideSite();
  return import("~/features/admins/cli-accounts.server");
}
