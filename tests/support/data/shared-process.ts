import { afterAll, expect, vi } from "vitest";
import { sqlite } from "db/connection.server";

// The files of a project without isolation follow one another in the same process, so none may leave anything behind.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  const rows = (table: string) => sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(["admins", "animals", "orders", "messages", "audit"].map(rows)).toEqual([0, 0, 0, 0, 0]);
});
