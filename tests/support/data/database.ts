import { afterEach, beforeEach } from "vitest";
import { sqlite } from "db/client.server";

// Every test file has its own database in memory; every test runs in a transaction that is thrown away.
beforeEach(() => void sqlite.exec("BEGIN"));
afterEach(() => void sqlite.exec("ROLLBACK"));
