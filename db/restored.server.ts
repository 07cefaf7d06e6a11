import Database from "better-sqlite3";

/** Numbers of these are given once and for all: a visitor's secret link, a payment's reference, a mail's identity. */
const NUMBERED = ["orders", "outbox"];

/** More than a zoo gives between two backups, where nobody can say any more how many it gave. */
const GAP = 10_000;

/**
 * Makes a backup fit to be the zoo's database: numbers go on after those that were given since it was made, or
 * strangers would hold links to new orders; and everybody signs in anew, because nobody can tell which
 * sessions had ended. `before`: the database until now, where there is one.
 */
export function goOnAfter(file: string, before: string | undefined) {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma("foreign_keys = ON");
    const [restored, given] = [lastIn(database), before === undefined ? null : lastOf(before)];
    const forget = database.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
    const begin = database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
    database.transaction(() => {
      for (const name of NUMBERED) {
        const last = restored.get(name) ?? 0;
        const next = given ? Math.max(last, given.get(name) ?? 0) : last + GAP;
        forget.run(name);
        if (last > 0 || given?.has(name)) begin.run(name, next);
      }
      database.exec("DELETE FROM sessions");
    })();
  } finally {
    database.close();
  }
}

/** The last number of each kind; null where the file cannot be read. */
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

const lastIn = (database: Database.Database) =>
  new Map(
    database.prepare("SELECT name, seq FROM sqlite_sequence").raw().all() as [string, number][],
  );
