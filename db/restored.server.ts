import Database from "better-sqlite3";

/** These numbers are never reused: visitors' links, payment references and mail ids depend on them. */
const NUMBERED = ["orders", "outbox"];

/**
 * Added when the old database is missing, cannot be read, or was begun afresh after a loss: more numbers than a zoo uses
 * between two backups.
 */
const GAP = 10_000;

/**
 * Prepares a backup to be the zoo's database. Numbers continue after those used since it was made, or strangers
 * would hold links to new orders. All sessions end, because nobody can tell which had ended by then. `before`: the
 * database that it replaces, if there is one.
 */
export function goOnAfter(file: string, before: string | undefined) {
  const database = new Database(file, { fileMustExist: true });
  try {
    const restored = lastIn(database);
    const given = before === undefined ? null : lastOf(before);
    const isSameZoo = given !== null && given.secret === restored.secret;
    const forget = database.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
    const begin = database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
    database.transaction(() => {
      for (const name of NUMBERED) {
        const last = restored.numbers.get(name) ?? 0;
        const until = given?.numbers.get(name) ?? 0;
        forget.run(name);
        begin.run(name, Math.max(until, isSameZoo ? last : last + GAP));
      }
      database.exec("DELETE FROM sessions");
    })();
  } finally {
    database.close();
  }
}

/** What seals visitors' links, and the last number of each kind; null where the file cannot be read. */
function lastOf(file: string) {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return lastIn(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const lastIn = (database: Database.Database) => ({
  secret: database.prepare("SELECT value FROM secrets WHERE name = 'links'").pluck().get(),
  numbers: new Map(
    database.prepare("SELECT name, seq FROM sqlite_sequence").raw().all() as [string, number][],
  ),
});
