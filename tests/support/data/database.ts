import { afterEach, beforeEach } from "vitest";
import { openDatabase, sqlite } from "db/connection.server";
import { transaction } from "db/transaction.server";

// As `startApp` does. The settings are not loaded here, so that a test file can set its own first.
process.env.TZ = process.env.ZOO_TIMEZONE;
openDatabase();

// Every test file has its own database in memory; every test runs in a transaction that is rolled back.
beforeEach(() => void sqlite.exec("BEGIN"));
afterEach(() => {
  sqlite.exec("ROLLBACK");
  try {
    transaction(() => {}); // what is cached until the next write may have been rolled back
  } catch {
    // A test that leaves the database read-only writes nothing that is cached.
  }
});
