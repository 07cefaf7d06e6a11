import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import type { ZodType } from "zod";
import { dataDir } from "db/data-dir";
import { openDatabase } from "db/connection.server";
import { LATEST_VERSION, schemaVersion } from "db/migrate.server";
import { CliAccount, CliPassword } from "~/features/admins/admin.schema";
import { parseInput } from "~/lib/parse-input";
import { UsageError } from "./report-error.ts";
import { readPassword } from "./read-password.ts";

type Options = { generate?: true };

/** Adds an owner, to a new database if there is none. */
export async function createOwner(email: string, { name, generate }: Options & { name: string }) {
  assertValid(CliAccount.omit({ password: true }), { email, name });
  if (existsSync(databaseFile())) assertMigrated();
  const { password, note } = await choosePassword(generate);
  const input = parseInput(CliAccount, { email, name, password });
  await (await openAccounts()).createOwner(input);
  console.log(`${email} is an owner and signs in at /login${note}`);
}

/** Sets a new password. */
export async function resetPassword(email: string, { generate }: Options) {
  assertValid(CliPassword.omit({ password: true }), { email });
  if (!existsSync(databaseFile()))
    throw new Error(`There is no database at ${resolve(databaseFile())}`);
  assertMigrated();
  const { password, note } = await choosePassword(generate);
  const input = parseInput(CliPassword, { email, password });
  const admin = await (await openAccounts()).resetPassword(input);
  console.log(`${admin.email} signs in at /login with the new password${note}`);
  if (!admin.active) console.log("The account is disabled: an owner has to enable it first");
}

/** Lets somebody in with the password alone who has lost their phone and their recovery codes. */
export async function resetSecondFactor(email: string) {
  assertValid(CliPassword.pick({ email: true }), { email });
  if (!existsSync(databaseFile()))
    throw new Error(`There is no database at ${resolve(databaseFile())}`);
  assertMigrated();
  const wasOn = (await openAccounts()).resetSecondFactor(email);
  console.log(
    wasOn
      ? `${email} signs in with the password alone; all devices are signed out`
      : `${email} has no second factor; nothing was changed`,
  );
}

async function choosePassword(generate?: true) {
  if (!generate) return { password: await readPassword(), note: "" };
  const password = randomBytes(12).toString("base64url");
  return { password, note: `: ${password} (shown only now)` };
}

/** Before the password prompt. */
function assertValid(schema: ZodType, input: object) {
  const { error } = schema.safeParse(input);
  if (error) throw new UsageError(error.issues[0]?.message);
}

const databaseFile = () => join(dataDir(), "zoo.db");

/** Opens the database, perhaps beside a running site. */
async function openAccounts() {
  const { setProcessTimeZone } = await import("~/lib/time-zone.server"); // an invalid setting creates no database
  setProcessTimeZone();
  openDatabase({ isExclusive: false }); // each request reads accounts afresh
  return import("~/features/admins/cli-accounts.server");
}

/** Only the site itself may migrate the database of an older version. */
function assertMigrated() {
  const file = databaseFile();
  const sqlite = new Database(file, { readonly: true });
  const version = schemaVersion(sqlite);
  sqlite.close();
  const help = "stop the site and run the migrate command first";
  if (version < LATEST_VERSION) throw new Error(`${file} is from an older version: ${help}`);
}
