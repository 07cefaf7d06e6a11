import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import type { AppBuild } from "~/app-build";
import { dataDir } from "db/data-dir";
import { EXIT_USAGE, reportError, UsageError } from "./commands/report-error.ts";

/** Where the commands run: from the source tree, or in the executable. */
export type CliContext = {
  /** How the program is called, for the help. */
  program: string;
  version: string;
  /** The licences of everything in the program. */
  licences(): string;
  /** Called before a command runs: the executable then extracts its files. Throws with a message for the operator. */
  prepare(): void;
  load(): Promise<AppBuild>;
};

/** Runs a command line and returns the exit code: 0 success, 1 failure, 2 invalid usage or configuration. */
export async function run(args: string[], context: CliContext): Promise<number> {
  try {
    const program = createProgram(context);
    await program.parseAsync(args.length > 0 ? args : ["serve"], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE; // it has printed why
    return reportError(error);
  }
}

const PASSWORD_HELP = `The site may be open. On a terminal the password is asked for and not shown. Otherwise the first line of input is
the password: echo "$PASSWORD" | … . It is never part of the command, where others could read it.`;
const GENERATE = ["--generate", "make a password and print it, once"] as const;

/** Imported when a command runs, so that none loads the code of another. */
const database = () => import("./commands/database.ts");
const offsite = () => import("./commands/offsite.ts");
const accounts = () => import("./commands/accounts.ts");

function createProgram({ program, version, licences, prepare, load }: CliContext) {
  const zoo = new Command(program)
    .version(`zoo-verse ${version}`, "-v, --version")
    .configureHelp({ helpWidth: 120 })
    .exitOverride()
    .showHelpAfterError(`see ${program} --help`)
    .addHelpText("after", "\nExit codes: 0 success, 1 failure, 2 invalid usage or configuration.")
    .addHelpText("afterAll", () => `\nDATA_DIR is the database's folder: ${resolve(dataDir())}`)
    .hook("preAction", (_, command) => {
      if (command.args.some((arg) => arg.trim() === "")) command.error("error: blank argument");
      if (!/^(health|licences|version)$/.test(command.name())) prepare();
    });
  const command = (usage: string, does: string, more = "") =>
    zoo
      .command(usage)
      .description(does)
      .addHelpText("after", more && `\n${more}`);

  command(
    "serve",
    "open the site; also what happens without a command",
    `Settings are environment variables. The most important ones:
  PORT, HOST   where it listens (3000, 0.0.0.0)
  PUBLIC_URL   the site's own address, such as https://zoo.example; e-mails and QR codes lead there
  TRUST_PROXY  how many reverse proxies are in front (0)
A new database begins with some animals and an owner whose password is printed once; DEMO_DATA=none and
OWNER_EMAIL, OWNER_PASSWORD and OWNER_NAME change that.`,
  ).action(async () => {
    await (await import("./start-server.ts")).serve(load, version);
  });
  command("create-owner <EMAIL>", "add an owner; creates a missing database", PASSWORD_HELP)
    .option("--name <NAME>", "the owner's name", "Zoo Owner")
    .option(...GENERATE)
    .action(async (email, options) => (await accounts()).createOwner(email, options));
  command("reset-password <EMAIL>", "set a new password, and sign out everywhere", PASSWORD_HELP)
    .option(...GENERATE)
    .action(async (email, options) => (await accounts()).resetPassword(email, options));
  command(
    "reset-second-factor <EMAIL>",
    "remove an account's second factor, and sign out everywhere",
    "The site may be open. For somebody who has lost their phone and their recovery codes.",
  ).action(async (email) => (await accounts()).resetSecondFactor(email));
  command(
    "migrate",
    "bring the database to this version; the site does so itself when it opens",
    "Stop the site first. A copy of the old database is kept in DATA_DIR/backups.",
  ).action(async () => (await database()).migrate());
  command(
    "backup [FILE]",
    "copy the database to FILE while the site is open, and check it",
    `Without FILE the copy goes to DATA_DIR/backups, as the scheduled ones do. An open site that has BACKUP_TO sends it there
within a minute.`,
  ).action(async (file) => (await database()).backup(file));
  command(
    "restore [FILE]",
    "put a backup in place of the database (kept); stop the site first",
    `With --offsite, FILE is the name of a copy at BACKUP_TO, or latest. Without a name the copies are listed, and on a
terminal one can be chosen. It is downloaded, decrypted with the key in DATA_DIR, and checked before anything changes.`,
  )
    .option("--check", "only say whether the backup is sound")
    .option("--offsite", "take a copy from BACKUP_TO")
    .action(async (file, options) => {
      if (options.offsite) return (await offsite()).restoreOffsite(file, options);
      if (!file)
        throw new UsageError("Which FILE? A copy from BACKUP_TO is restored with --offsite");
      return (await database()).restore(file, options);
    });
  command(
    "backup-key",
    "make the key that encrypts the off-site copies, and print it, once",
    `Keep what it prints apart from this machine, for example on paper in a safe: on another machine no copy can be
restored without it. Here it is also in DATA_DIR/backup.key, readable for the site's user only.`,
  )
    .option("--import", "take the key from the terminal or the first line of input instead")
    .action(async (options) => (await offsite()).backupKey(options));
  command(
    "check",
    "check whether the database is sound; the site may be open",
    `Every page of the file is read and every reference followed; the places of each slot, the people and prices of
each order and the sums of the reports are recalculated; and the audit log is followed from its first record.`,
  ).action(async () => (await database()).check());
  command(
    "mail-test <ADDRESS>",
    "send a test mail now, and say what the mail server answers; the site may be open",
  ).action(async (address) => (await import("./commands/mail.ts")).mailTest(address));
  command(
    "doctor",
    "say in ten lines what is not as it should be, and what to do; the site may be open",
    "It ends with 1 when something is wrong. Run it as the service's user and with its settings.",
  ).action(async () => (await import("./commands/doctor.ts")).doctor());
  command(
    "health",
    "ask the site whether it can take bookings",
    "For a container or a monitor: 0 when it can, 1 when it cannot or does not answer.",
  )
    .option("--wait", "give a site that has just been started a minute to open")
    .action(async (options) => (await import("./commands/health.ts")).health(options));
  command("demo", "make a zoo with a season of invented orders, to look around in")
    .argument("[FOLDER]", "must not exist yet", "zoo-demo")
    .action(async (folder) => (await import("./commands/demo.ts")).demo(folder, program));
  command("licences", "print the licences of everything in this program").action(() =>
    console.log(licences()),
  );
  command("version", "print the version").action(() => console.log(`zoo-verse ${version}`));
  return zoo;
}
