import type { Place } from "../cli.ts";

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;
type Option = { type: "string" | "boolean"; value?: string; does: string };

export type Command = {
  /** What follows the command: `FILE`. */
  words?: string;
  /** The fewest and the most words that may follow. */
  takes?: [number, number];
  options?: Record<string, Option>;
  does: string;
  more?: string;
  /** Returns the exit code, where that is not 0. */
  run(words: string[], values: Values, place: Place): Promise<number | void>;
};

const generate: Option = {
  type: "boolean",
  does: "make a password and print it, once",
};
const PASSWORD = `On a terminal the password is asked for and not shown. Otherwise the first line of input is the password:
echo "$PASSWORD" | … . It is never part of the command, where others could read it.`;

/** Each is imported only when it runs, so that none waits for code that only another needs. */
const files = () => import("./database.ts");
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
    run: async (_, __, place) => (await import("../start-server.ts")).serve(place.load),
  },
  "create-owner": {
    words: "EMAIL",
    takes: [1, 1],
    does: "add the account of an owner",
    more: `The site may be open. If there is no database yet, one is created, without animals. ${PASSWORD}`,
    options: {
      name: { type: "string", value: "NAME", does: "the owner's name (Zoo Owner)" },
      generate,
    },
    run: async ([email = ""], values) => (await accounts()).createOwner(email, values),
  },
  "reset-password": {
    words: "EMAIL",
    takes: [1, 1],
    does: "set a new password for an account, and sign it out everywhere",
    more: `The site may be open. ${PASSWORD}`,
    options: { generate },
    run: async ([email = ""], values) => (await accounts()).resetPassword(email, values),
  },
  migrate: {
    does: "bring the database to this version; the site does so itself when it opens",
    more: "Stop the site first. A copy of the old database is kept in DATA_DIR/backups.",
    run: async () => (await files()).migrate(),
  },
  backup: {
    words: "FILE",
    takes: [1, 1],
    does: "copy the database to FILE while the site is open, and check the copy",
    more: "FILE must not exist yet. A copy that is not sound is not kept.",
    run: async ([file = ""]) => (await files()).backup(file),
  },
  restore: {
    words: "FILE",
    takes: [1, 1],
    does: "put a backup in place of the database; stop the site first",
    more: "The old database is kept beside it; its name is printed.",
    options: { check: { type: "boolean", does: "only say whether the backup is sound" } },
    run: async ([file = ""], { check }) =>
      check ? (await files()).check(file, "backup") : (await files()).restore(file),
  },
  check: {
    does: "check whether the database is sound; the site may be open",
    more: `It is read from the first page to the last; every reference is followed; the places of each slot, the
people and prices of each order and the sums of the reports are recalculated; and the audit log is
followed from its first record.`,
    run: async () => (await files()).check(),
  },
  demo: {
    words: "[FOLDER]",
    takes: [0, 1],
    does: "make a zoo with a season of invented orders, to look around in",
    more: "FOLDER (zoo-demo) must not exist yet. The command says how to open the site on it.",
    run: async ([folder = "zoo-demo"], _, place) =>
      (await import("./demo.ts")).demo(folder, place.program),
  },
  licences: { does: "print the licences of everything in this program", run: async () => {} },
  version: { does: "print the version", run: async () => {} },
};
