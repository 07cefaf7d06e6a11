import type Database from "better-sqlite3";

/** More than the app has. */
const MAX_STATEMENTS = 300;

/** Drizzle compiles each query every time: a tenth of the dashboard's CPU. Not for `iterate`, which locks. */
export function withStatementCache(sqlite: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>();

  function prepare(text: string) {
    const cached = statements.get(text);
    if (cached) return cached;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = sqlite.prepare(text);
    statements.set(text, statement);
    return statement;
  }

  return Object.create(sqlite, { prepare: { value: prepare } }) as Database.Database;
}
