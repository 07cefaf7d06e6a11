import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import type { ZodType } from "zod";
import { dataFolder } from "db/data-folder";
import { NEWEST, versionOf } from "db/migrate.server";
import { AccountByHand, PasswordByHand } from "~/features/admins/admin.schema";
import { parse } from "~/lib/parse-input";
import { Misunderstood } from "../usage-error.ts";
import { askPassword } from "./prompt-password.ts";

type Values = { name?: unknown; generate?: unknown };

/** Adds an owner. */
export async function createOwner(email: string, { name, generate }: Values) {
  const account = { email, name: name ?? "Zoo Owner" };
  refuseUnusable(AccountByHand.omit({ password: true }), account);
  refuseOld();
  const password = await passwordFor(generate);
  const input = parse(AccountByHand, { ...account, password: password.text });
  await (await opened()).createOwner(input);
  console.log(`${email} is an owner and signs in at /login${password.inWords}`);
}

/** Gives somebody a new password. */
export async function resetPassword(email: string, { generate }: Values) {
  refuseUnusable(PasswordByHand.omit({ password: true }), { email });
  if (!existsSync(database())) throw new Error(`There is no database at ${resolve(database())}`);
  refuseOld();
  const password = await passwordFor(generate);
  const input = parse(PasswordByHand, { email, password: password.text });
  const admin = await (await opened()).resetPassword(input);
  console.log(`${admin.email} signs in at /login with the new password${password.inWords}`);
  if (!admin.active) console.log("The account is disabled: an owner has to enable it first");
}

async function passwordFor(generate: unknown) {
  if (!generate) return { text: await askPassword(), inWords: "" };
  const text = randomBytes(12).toString("base64url");
  return { text, inWords: `: ${text} (shown only now)` };
}

/** Checks the typed words before a password is asked for. */
function refuseUnusable(schema: ZodType, words: object) {
  const { error } = schema.safeParse(words);
  if (error) throw new Misunderstood(error.issues[0]?.message);
}

const database = () => join(dataFolder(), "zoo.db");

/**
 * Opens the database, perhaps beside a running site, and returns the domain on it. Makes a new database if there
 * is none.
 */
async function opened() {
  process.env.ONE_WRITER = "off"; // accounts are read afresh by each request, so the site may go on
  await import("~/env.server"); // so that a refused setting creates no database
  return import("~/features/admins/cli-accounts.server");
}

/** Refuses a database of an older version: only a process that has the folder to itself may upgrade it. */
function refuseOld() {
  const file = database();
  if (!existsSync(file)) return;
  const sqlite = new Database(file, { readonly: true });
  const version = versionOf(sqlite);
  sqlite.close();
  if (version < NEWEST) {
    throw new Error(
      `${file} is from an older version: stop the site and run the migrate command first`,
    );
  }
}
