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
import { UsageError } from "../usage-error.ts";
import { promptPassword } from "./prompt-password.ts";

type Values = { name?: unknown; generate?: unknown };

/** Adds an owner. */
export async function createOwner(email: string, { name, generate }: Values) {
  const account = { email, name: name ?? "Zoo Owner" };
  assertValid(CliAccount.omit({ password: true }), account);
  assertMigrated();
  const password = await readPassword(generate);
  const input = parseInput(CliAccount, { ...account, password: password.text });
  await (await openAccounts()).createOwner(input);
  console.log(`${email} is an owner and signs in at /login${password.note}`);
}

/** Sets a new password. */
export async function resetPassword(email: string, { generate }: Values) {
  assertValid(CliPassword.omit({ password: true }), { email });
  if (!existsSync(databaseFile()))
    throw new Error(`There is no database at ${resolve(databaseFile())}`);
  assertMigrated();
  const password = await readPassword(generate);
  const input = parseInput(CliPassword, { email, password: password.text });
  const admin = await (await openAccounts()).resetPassword(input);
  console.log(`${admin.email} signs in at /login with the new password${password.note}`);
  if (!admin.active) console.log("The account is disabled: an owner has to enable it first");
}

async function readPassword(generate: unknown) {
  if (!generate) return { text: await promptPassword(), note: "" };
  const text = randomBytes(12).toString("base64url");
  return { text, note: `: ${text} (shown only now)` };
}

/** Before the password prompt. */
function assertValid(schema: ZodType, input: object) {
  const { error } = schema.safeParse(input);
  if (error) throw new UsageError(error.issues[0]?.message);
}

const databaseFile = () => join(dataDir(), "zoo.db");

/** Opens the database, perhaps beside a running site, and creates a new one if there is none. */
async function openAccounts() {
  const { setProcessTimeZone } = await import("~/lib/time-zone.server"); // an invalid setting creates no database
  setProcessTimeZone();
  openDatabase({ isExclusive: false }); // each request reads accounts afresh
  return import("~/features/admins/cli-accounts.server");
}

/** Only the site itself may migrate the database of an older version. */
function assertMigrated() {
  const file = databaseFile();
  if (!existsSync(file)) return;
  const sqlite = new Database(file, { readonly: true });
  const version = schemaVersion(sqlite);
  sqlite.close();
  if (version < LATEST_VERSION) {
    throw new Error(
      `${file} is from an older version: stop the site and run the migrate command first`,
    );
  }
}
