import { db } from "./connection.server";

/**
 * A statement that is prepared at its first use, because the modules are loaded before the database is opened, and
 * again after another database was opened.
 */
export function prepared<Statement>(prepare: () => Statement): () => Statement {
  let statement: Statement;
  let connection: typeof db | undefined;
  return () => {
    if (connection !== db) {
      statement = prepare();
      connection = db;
    }
    return statement;
  };
}
