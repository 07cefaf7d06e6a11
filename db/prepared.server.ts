import { db } from "./connection.server";

/** Prepared at first use, as modules load before the database is opened, and again for another database. */
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
