import type { Database } from "better-sqlite3";
import initial from "./migrations/0001_initial.sql";
import reports from "./migrations/0002_reports.sql";
import growth from "./migrations/0003_growth.sql";
import mail from "./migrations/0004_mail.sql";
import gate from "./migrations/0005_gate.sql";
import capacity from "./migrations/0006_capacity.sql";
import lists from "./migrations/0007_lists.sql";

/** In order; an applied one is never edited. Its place in this list is its number. */
const MIGRATIONS = [initial, reports, growth, mail, gate, capacity, lists];

/** Brings the file to the newest schema, each step whole or not at all. `user_version` counts the steps. */
export function migrate(sqlite: Database) {
  const step = sqlite.transaction((number: number, sql: string) => {
    // Another process may have taken this step while we waited for the lock.
    if (versionOf(sqlite) >= number) return;
    sqlite.exec(sql);
    sqlite.pragma(`user_version = ${number}`);
  });

  if (versionOf(sqlite) > MIGRATIONS.length) {
    throw new Error("it was made by a newer version of Zoo Verse");
  }
  MIGRATIONS.forEach((sql, at) => {
    if (versionOf(sqlite) <= at) step.immediate(at + 1, sql);
  });
}

const versionOf = (sqlite: Database) => sqlite.pragma("user_version", { simple: true }) as number;
