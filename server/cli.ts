import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import type { AppBuild } from "~/app-build";
import { dataDir } from "db/data-dir";
import { EXIT_USAGE, reportError, UsageError } from "./commands/report-error.ts";

/** Where the commands run: from the source tree, or in the executable. */
export type CliContext = {
  program: string;
  version: string;
  licences(): string;
  /** Before a command runs, the executable extracts its files. Throws with a message for the operator. */
  prepare(): void;
  load(): Promise<AppBuild>;
};

/** Runs a command line and returns the exit code: 0 success, 1 failure, 2 invalid usage or configuration. */
export async function run(args: string[], context: CliContext): Promise<number> {
  try {
    await createProgram(context).parseAsync(args.length > 0 ? args : ["serve"], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE; // it has printed why
    return reportError(error);
  }
}

const PASSWORD = `The site may be open. On a terminal the password is asked for and not shown. Otherwise it is the first line of
input: echo "$PASSWORD" | … . It is never part of the command, where others could read it.`;

/** What the help of a command says beyond its description. */
const HELP: Record<string, string> = {
  serve: `Settings are environment variables. The most important ones:
  PORT, HOST   where it listens (3000, 0.0.0.0)
  PUBLIC_URL   the site's own address, such as https://zoo.example; e-mails and QR codes lead there
  TRUST_PROXY  how many reverse proxies are in front (0)
A new database begins with some animals and an owner whose password is printed once; DEMO_DATA=none and
OWNER_EMAIL, OWNER_PASSWORD and OWNER_NAME change that.`,
  "create-owner": PASSWORD,
  "reset-password": PASSWORD,
  "reset-second-factor": "The site may be open. For a lost phone without recovery codes.",
  migrate: "Stop the site first. A copy of the old database is kept in DATA_DIR/backups.",
  backup: `Without FILE the copy goes to DATA_DIR/backups, as the scheduled ones do. An open site that has BACKUP_TO sends it there
within a minute.`,
  restore: `With --offsite, FILE is the name of a copy at BACKUP_TO, or latest. Without a name the copies are listed, and on a
terminal one can be chosen. It is downloaded, decrypted with the key in DATA_DIR, and checked before anything changes.`,
  "backup-key": `Keep what it prints apart from this machine, for example on paper in a safe: on another machine no copy can be
restored without it. Here it is also in DATA_DIR/backup.key, readable for the site's user only.`,
  check: `Every page of the file is read and every reference followed; the places of each slot, the people and prices of
each order and the sums of the reports are recalculated; and the audit log is followed from its first record.`,
  doctor: "Ends with 1 when something is wrong. Run it as the service's user, with its settings.",
  health: "For a container or a monitor: 0 when it can, 1 when it cannot or does not answer.",
};

/** Imported when a command runs, so that none loads the code of another. */
const database = () => import("./commands/database.ts");
const offsite = () => import("./commands/offsite.ts");
const accounts = () => import("./commands/accounts.ts");
const site = () => import("./commands/site.ts");

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
  function command(usage: string, does: string) {
    const made = zoo.command(usage).description(does);
    const more = HELP[made.name()] ?? "";
    return made.addHelpText("after", more && `\n${more}`);
  }
  const generate = ["--generate", "make a password and print it, once"] as const;

  command("serve", "open the site; also what happens without a command").action(async () => {
    await (await import("./start-server.ts")).serve(load, version);
  });
  command("create-owner <EMAIL>", "add an owner; creates a missing database")
    .option("--name <NAME>", "the owner's name", "Zoo Owner")
    .option(...generate)
    .action(async (email, options) => (await accounts()).createOwner(email, options));
  command("reset-password <EMAIL>", "set a new password, and sign out everywhere")
    .option(...generate)
    .action(async (email, options) => (await accounts()).resetPassword(email, options));
  command("reset-second-factor <EMAIL>", "remove a second factor, and sign out everywhere").action(
    async (email) => (await accounts()).resetSecondFactor(email),
  );
  command("migrate", "bring the database to this version, as the site does when it opens").action(
    async () => (await database()).migrate(),
  );
  command("backup [FILE]", "copy the database to FILE while the site is open, and check it").action(
    async (file) => (await database()).backup(file),
  );
  command("restore [FILE]", "put a backup in place of the database (kept); stop the site first")
    .option("--check", "only say whether the backup is sound")
    .option("--offsite", "take a copy from BACKUP_TO")
    .action(async (file, options) => {
      if (options.offsite) return (await offsite()).restoreOffsite(file, options);
      if (!file)
        throw new UsageError("Which FILE? A copy from BACKUP_TO is restored with --offsite");
      return (await database()).restore(file, options);
    });
  command("backup-key", "make the key that encrypts the off-site copies, and print it, once")
    .option("--import", "take the key from the terminal or the first line of input instead")
    .action(async (options) => (await offsite()).backupKey(options));
  command("check", "check whether the database is sound; the site may be open").action(async () =>
    (await database()).check(),
  );
  command("mail-test <ADDRESS>", "send a test mail, and say what the mail server answers").action(
    async (address) => (await site()).mailTest(address),
  );
  command("doctor", "say in ten lines what is not as it should be, and what to do").action(
    async () => (await site()).doctor(),
  );
  command("health", "ask the site whether it can take bookings")
    .option("--wait", "give a site that has just been started a minute to open")
    .action(async (options) => (await site()).health(options));
  command("demo", "make a zoo with a season of invented orders, to look around in")
    .argument("[FOLDER]", "must not exist yet", "zoo-demo")
    .action(async (folder) => (await import("./commands/demo.ts")).demo(folder, program));
  command("licences", "print the licences of all its parts").action(() => console.log(licences()));
  command("version", "print the version").action(() => console.log(`zoo-verse ${version}`));
  return zoo;
}
