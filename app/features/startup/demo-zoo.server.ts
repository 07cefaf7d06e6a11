import { openDatabase } from "db/connection.server";
import { setProcessTimeZone } from "~/lib/time-zone.server";
import { closeDatabase, prepareDatabase } from "./startup.server";

/** Fills a new database in DATA_DIR, with what DEMO_DATA says. Returns what a first start prints. */
export function seedDemoZoo() {
  const lines: string[] = [];
  setProcessTimeZone();
  openDatabase();
  prepareDatabase((line) => lines.push(line));
  closeDatabase();
  return lines;
}
