import { afterEach, beforeEach } from "vitest";
import { openDatabase, sqlite } from "db/connection.server";

// As `startApp` does. The settings are not loaded here, so that a test file can set its own first.
process.env.TZ = process.env.ZOO_TIMEZONE;
openDatabase();

// Every test file has its own database in memory; every test runs in a transaction that is rolled back.
beforeEach(() => void sqlite.exec("BEGIN"));
afterEach(() => void sqlite.exec("ROLLBACK"));
