import type Database from "better-sqlite3";

/** More than all screens and lists together have. */
const MOST = 300;

/**
 * The same connection for Drizzle, which would have SQLite compile each query every time it is asked: a tenth of
 * the dashboard's work. Nobody may walk through these statements by `iterate`, which keeps one to itself.
 */
export function compileOnce(sqlite: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>();

  function prepare(text: string) {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size >= MOST) statements.clear();
    const statement = sqlite.prepare(text);
    statements.set(text, statement);
    return statement;
  }

  return Object.create(sqlite, { prepare: { value: prepare } }) as Database.Database;
}
