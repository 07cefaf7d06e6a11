import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { min } from "drizzle-orm";
import { dateOfBackup, isBackup, isInFuture, nameOfBackup } from "db/backup-names";
import { backupInWorker } from "db/backup-worker.client.server";
import { db, sqlite } from "db/connection.server";
import { ensurePrivateDir } from "db/ensure-private-dir.server";
import { admins } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DAY_MS, HOUR_MS } from "~/lib/dates";
import { env } from "~/env.server";

const PRE_MIGRATION_NAME = /^before-upgrade-.*\.db$/;
const PARTIAL_NAME = /^(zoo-\d{8}T\d{6}Z|before-upgrade-.*)\.db\.part/;
/** Encrypted, to be sent elsewhere. */
const SEALED_NAME = /^zoo-\d{8}T\d{6}Z\.db\.age\.part$/;
/** Retention of pre-migration backups when scheduled backups are off. */
const PRE_MIGRATION_DAYS = 7;

/** After a failed backup, so that a broken disk is not copied every minute. */
const RETRY_DELAY_MS = HOUR_MS / 4;

const folder = () => join(env.DATA_DIR, "backups");

/** The newest verified backup: when it was begun (UTC ms) and its size; null before the first. */
export function newestBackup(now = Date.now()) {
  const name = newestBackupName(now);
  return name ? { at: dateOfBackup(name), bytes: statSync(join(folder(), name)).size } : null;
}

/** Its file's name in DATA_DIR/backups. */
export const newestBackupName = (now = Date.now()) => backups(now).at(-1);

/** Start of the time without a backup (UTC ms): the newest one, else the first account; null when they are off. */
export function lastBackupOrFirstUse(now = Date.now()) {
  return newestBackup(now)?.at ?? (isDisabled() ? null : firstDay());
}

/** When the first account was made (UTC ms); null before. */
export function firstDay() {
  const oldest = db
    .select({ at: min(admins.createdAt) })
    .from(admins)
    .get();
  return oldest?.at ?? null;
}

/** For owners: the newest backup; overdue at twice the interval. Null when backups are off. */
export function backupState(actor: Actor, now = Date.now()) {
  authorize(actor, "backups.read");
  if (isDisabled()) return null;
  const since = lastBackupOrFirstUse(now);
  const isOverdue = since !== null && now - since > 2 * env.BACKUP_HOURS * HOUR_MS;
  return { newest: newestBackup(now), isOverdue };
}

export const futureDatedBackups = (now = Date.now()) =>
  listBackups(isBackup).filter((name) => isInFuture(name, now));

/** Days after which erased data is in no backup any more; 0 without backups. */
export const backupDays = () =>
  ownDays() || (preMigrationBackups().length > 0 ? PRE_MIGRATION_DAYS : 0);

const ownDays = () => Math.ceil((env.BACKUP_HOURS * env.BACKUP_KEEP) / 24);

/** Removes pre-migration backups once they are older than the oldest backup may be. */
export function prunePreMigrationBackups(now = Date.now()) {
  const limit = now - (ownDays() || PRE_MIGRATION_DAYS) * DAY_MS;
  deleteFiles(
    preMigrationBackups().filter((name) => statSync(join(folder(), name)).mtimeMs < limit),
  );
}

/**
 * Removes partial copies of a killed process, but not one that is now being sent elsewhere. No migration can be
 * running, as this process holds the lock.
 */
export function removePartialBackups(isSending = false) {
  if (running) return;
  deleteFiles(listBackups((name) => PARTIAL_NAME.test(name)));
  if (!isSending) deleteFiles(listBackups((name) => SEALED_NAME.test(name)));
}

let running: Promise<void> | undefined;
let failedAt = -Infinity;

/** Makes a backup when it is due and removes the oldest beyond the limit. One at a time. */
export function runBackupIfDue(now = Date.now(), onFault: (what: string) => void = () => {}) {
  // abs: a failure dated in the future by a wrong clock must not stop backups until then.
  if (isDisabled() || Math.abs(now - failedAt) < RETRY_DELAY_MS) return running;
  const newest = newestBackup(now);
  const isDue = !newest || now - newest.at >= env.BACKUP_HOURS * HOUR_MS;
  if (isDue) running ??= createDailyBackup(now, onFault).finally(() => (running = undefined));
  return running;
}

async function createDailyBackup(now: number, onFault: (what: string) => void) {
  const name = nameOfBackup(now);
  const file = join(folder(), name);
  const began = performance.now();
  try {
    ensurePrivateDir(folder());
    await backupInWorker(sqlite.name, file);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    onFault(`Backed up to ${name}, and checked: ${statSync(file).size} bytes in ${seconds} s`);
  } catch (error) {
    failedAt = now;
    throw error;
  }
  deleteFiles(backups(now).slice(0, -env.BACKUP_KEEP));
}

const isDisabled = () => sqlite.memory || env.BACKUP_HOURS === 0;

const deleteFiles = (names: string[]) =>
  names.forEach((name) => rmSync(join(folder(), name), { force: true }));

const backups = (now: number) => listBackups(isBackup).filter((name) => !isInFuture(name, now));
const preMigrationBackups = () => listBackups((name) => PRE_MIGRATION_NAME.test(name));

function listBackups(isOne: (name: string) => boolean) {
  try {
    return readdirSync(folder()).filter(isOne).toSorted();
  } catch {
    return []; // no folder yet
  }
}
