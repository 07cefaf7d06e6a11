import type { Command, Option } from "./command.ts";

const generate: Option = {
  type: "boolean",
  does: "make a password and print it, once",
};
const PASSWORD_HELP = `On a terminal the password is asked for and not shown. Otherwise the first line of input is the password:
echo "$PASSWORD" | … . It is never part of the command, where others could read it.`;

/** Imported when a command runs, so that none loads the code of another. */
const database = () => import("./database.ts");
const accounts = () => import("./accounts.ts");

/** All commands, in the order of the help. */
export const COMMANDS: Record<string, Command> = {
  serve: {
    does: "open the site; also what happens without a command",
    more: `Settings are environment variables. The most important ones:
  PORT, HOST   where it listens (3000, 0.0.0.0)
  PUBLIC_URL   the site's own address, such as https://zoo.example; e-mails and QR codes lead there
  TRUST_PROXY  how many reverse proxies are in front (0)
A new database begins with some animals and an owner whose password is printed once; DEMO_DATA=none and
OWNER_EMAIL, OWNER_PASSWORD and OWNER_NAME change that.`,
    run: async (_, __, context) => (await import("../start-server.ts")).serve(context.load),
  },
  "create-owner": {
    usage: "EMAIL",
    arity: [1, 1],
    does: "add the account of an owner",
    more: `The site may be open. If there is no database yet, one is created, without animals. ${PASSWORD_HELP}`,
    options: {
      name: { type: "string", value: "NAME", does: "the owner's name (Zoo Owner)" },
      generate,
    },
    run: async ([email = ""], values) => (await accounts()).createOwner(email, values),
  },
  "reset-password": {
    usage: "EMAIL",
    arity: [1, 1],
    does: "set a new password for an account, and sign it out everywhere",
    more: `The site may be open. ${PASSWORD_HELP}`,
    options: { generate },
    run: async ([email = ""], values) => (await accounts()).resetPassword(email, values),
  },
  migrate: {
    does: "bring the database to this version; the site does so itself when it opens",
    more: "Stop the site first. A copy of the old database is kept in DATA_DIR/backups.",
    run: async () => (await database()).migrate(),
  },
  backup: {
    usage: "FILE",
    arity: [1, 1],
    does: "copy the database to FILE while the site is open, and check the copy",
    more: "FILE must not exist yet. A copy that is not sound is not kept.",
    run: async ([file = ""]) => (await database()).backup(file),
  },
  restore: {
    usage: "FILE",
    arity: [1, 1],
    does: "put a backup in place of the database; stop the site first",
    more: "The old database is kept beside it; its name is printed.",
    options: { check: { type: "boolean", does: "only say whether the backup is sound" } },
    run: async ([file = ""], { check }) =>
      check ? (await database()).check(file, "backup") : (await database()).restore(file),
  },
  check: {
    does: "check whether the database is sound; the site may be open",
    more: `It is read from the first page to the last; every reference is followed; the places of each slot, the
people and prices of each order and the sums of the reports are recalculated; and the audit log is
followed from its first record.`,
    run: async () => (await database()).check(),
  },
  demo: {
    usage: "[FOLDER]",
    arity: [0, 1],
    does: "make a zoo with a season of invented orders, to look around in",
    more: "FOLDER (zoo-demo) must not exist yet. The command says how to open the site on it.",
    run: async ([folder = "zoo-demo"], _, context) =>
      (await import("./demo.ts")).demo(folder, context.program),
  },
  licences: { does: "print the licences of everything in this program", run: async () => {} },
  version: { does: "print the version", run: async () => {} },
};
