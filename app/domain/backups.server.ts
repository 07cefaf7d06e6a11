import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "db/backup.server";
import { sqlite } from "db/client.server";
import { settings } from "./settings.server";

/** Backups that the site makes of itself, beside its database. Only checked copies bear such a name. */
const NAME = /^zoo-\d{8}T\d{6}Z\.db$/;
const HOUR_MS = 3_600_000;

const folder = () => join(settings.DATA_DIR, "backups");

/** The newest verified backup: when it was made (UTC ms) and its size; null before the first. */
export function newestBackup() {
  const name = backups().at(-1);
  if (!name) return null;
  const { mtimeMs, size } = statSync(join(folder(), name));
  return { at: mtimeMs, bytes: size };
}

/** For how many days at most something erased is still in a backup; 0 without backups. */
export const backupDays = () => Math.ceil((settings.BACKUP_HOURS * settings.BACKUP_KEEP) / 24);

let running: Promise<void> | undefined;

/** Makes one when the newest is old enough, and removes the oldest of too many. One at a time. */
export function backUpWhenDue(now = Date.now()) {
  const isOff = sqlite.memory || settings.BACKUP_HOURS === 0;
  const newest = isOff ? null : newestBackup();
  const isDue = !newest || now - newest.at >= settings.BACKUP_HOURS * HOUR_MS;
  if (!isOff && isDue) running ??= makeOne(now).finally(() => (running = undefined));
  return running;
}

async function makeOne(now: number) {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  await backUp(sqlite, join(folder(), `zoo-${stamp}.db`));
  for (const name of backups().slice(0, -settings.BACKUP_KEEP)) rmSync(join(folder(), name));
}

/** Oldest first. */
function backups() {
  try {
    return readdirSync(folder())
      .filter((name) => NAME.test(name))
      .toSorted();
  } catch {
    return []; // no folder yet
  }
}
