import Database from "better-sqlite3";

/** Never reused: links of visitors, payment references and mail ids depend on them. */
const NUMBERED = ["orders", "outbox"];

/** Added when the last numbers are unknown: more than a site uses between two backups. */
const SEQUENCE_GAP = 10_000;

/** Numbers continue after those of `before`, or links already given out would open new orders. Sessions, trusted devices and gate devices end. */
export function advanceSequences(file: string, before: string | undefined) {
  const database = new Database(file, { fileMustExist: true });
  try {
    const restored = maxIn(database);
    const replaced = before === undefined ? null : maxOf(before);
    const isSameZoo = replaced !== null && replaced.secret === restored.secret;
    const deleteSequence = database.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
    const insertSequence = database.prepare(
      "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
    );
    database.transaction(() => {
      for (const name of NUMBERED) {
        const last = restored.numbers.get(name) ?? 0;
        const until = replaced?.numbers.get(name) ?? 0;
        deleteSequence.run(name);
        insertSequence.run(name, Math.max(until, isSameZoo ? last : last + SEQUENCE_GAP));
      }
      database.exec("DELETE FROM sessions");
      if (hasTable(database, "trusted_devices")) database.exec("DELETE FROM trusted_devices");
      endGateDevices(database);
    })();
  } finally {
    database.close();
  }
}

/** A backup of an older version may lack it. */
const hasTable = (database: Database.Database, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;

/** A backup has devices that were revoked since: phones are paired anew. */
function endGateDevices(database: Database.Database) {
  if (!hasTable(database, "gate_devices")) return;
  database.exec(
    "UPDATE gate_devices SET token_hash = NULL, pairing_hash = NULL WHERE revoked_at IS NULL",
  );
}

/** The link secret and the last numbers; null where the file cannot be read. */
function maxOf(file: string) {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return maxIn(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const maxIn = (database: Database.Database) => ({
  secret: database.prepare("SELECT value FROM secrets WHERE name = 'links'").pluck().get(),
  numbers: new Map(
    database.prepare("SELECT name, seq FROM sqlite_sequence").raw().all() as [string, number][],
  ),
});
