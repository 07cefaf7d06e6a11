import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { min } from "drizzle-orm";
import { backUpBeside } from "db/backup-beside.server";
import { db, sqlite } from "db/client.server";
import { makeFolder } from "db/make-folder.server";
import { admins } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { DAY_MS, HOUR_MS } from "~/lib/dates";
import { settings } from "~/env.server";

/** The site's own backups, beside its database. Only checked copies get such a name. */
const NAME = /^zoo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;
const BEFORE_UPGRADE = /^before-upgrade-.*\.db$/;
const LEFT_BEHIND = /^(zoo-\d{8}T\d{6}Z|before-upgrade-.*)\.db\.part/;
/** How long copies from before an upgrade are kept when the site makes no backups. */
const UPGRADE_DAYS = 7;

/** A clock may go back a little. A backup dated later than that says nothing about the last hours. */
const AHEAD_MS = HOUR_MS / 12;

/** Pause after a failed backup, so that a broken disk is not copied every minute. */
const PAUSE_MS = HOUR_MS / 4;

const folder = () => join(settings.DATA_DIR, "backups");

/** The newest verified backup: when it was begun (UTC ms) and its size; null before the first. */
export function newestBackup(now = Date.now()) {
  const name = backups(now).at(-1);
  return name ? { at: dateOf(name), bytes: statSync(join(folder(), name)).size } : null;
}

/**
 * Since when there has been no backup (UTC ms): the newest one, else the zoo's first day; null when they are off.
 */
export function unbackedSince(now = Date.now()) {
  return newestBackup(now)?.at ?? (isOff() ? null : firstDay());
}

function firstDay() {
  const oldest = db
    .select({ at: min(admins.createdAt) })
    .from(admins)
    .get();
  return oldest?.at ?? null;
}

/** For owners: the newest backup, and whether it is overdue, at twice the interval; null when backups are off. */
export function backupState(actor: Actor, now = Date.now()) {
  allow(actor, "backups.read");
  if (isOff()) return null;
  const since = unbackedSince(now);
  const isOverdue = since !== null && now - since > 2 * settings.BACKUP_HOURS * HOUR_MS;
  return { newest: newestBackup(now), isOverdue };
}

/** Backups dated in the future by a wrong clock: they do not count until that day. */
export const datedAhead = (now = Date.now()) =>
  named(NAME).filter((name) => dateOf(name) > now + AHEAD_MS);

/** For how many days at most erased data is still in a backup; 0 without backups. */
export const backupDays = () => ownDays() || (beforeUpgrades().length > 0 ? UPGRADE_DAYS : 0);

const ownDays = () => Math.ceil((settings.BACKUP_HOURS * settings.BACKUP_KEEP) / 24);

/** Removes copies from before an upgrade once they are as old as the oldest backup may be. */
export function forgetOldUpgrades(now = Date.now()) {
  const limit = now - (ownDays() || UPGRADE_DAYS) * DAY_MS;
  forget(beforeUpgrades().filter((name) => statSync(join(folder(), name)).mtimeMs < limit));
}

/** Removes unfinished copies of a site that was killed: no upgrade can be running while this one is open. */
export function forgetLeftBehind() {
  if (!running) forget(named(LEFT_BEHIND));
}

let running: Promise<void> | undefined;
let failedAt = -Infinity;

/** Makes a backup when one is due, tells of it, and removes the oldest beyond the limit. One at a time. */
export function backUpWhenDue(now = Date.now(), told: (what: string) => void = () => {}) {
  // A failure that a wrong clock dated in the future must not hold up backups until that day.
  if (isOff() || Math.abs(now - failedAt) < PAUSE_MS) return running;
  const newest = newestBackup(now);
  const isDue = !newest || now - newest.at >= settings.BACKUP_HOURS * HOUR_MS;
  if (isDue) running ??= makeOne(now, told).finally(() => (running = undefined));
  return running;
}

async function makeOne(now: number, told: (what: string) => void) {
  const name = `zoo-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
  const file = join(folder(), name);
  const began = performance.now();
  try {
    makeFolder(folder());
    await backUpBeside(sqlite.name, file);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    told(`Backed up to ${name}, and checked: ${statSync(file).size} bytes in ${seconds} s`);
  } catch (error) {
    failedAt = now;
    throw error;
  }
  forget(backups(now).slice(0, -settings.BACKUP_KEEP));
}

const isOff = () => sqlite.memory || settings.BACKUP_HOURS === 0;

const forget = (names: string[]) =>
  names.forEach((name) => rmSync(join(folder(), name), { force: true }));

/** Oldest first, without those dated in the future. */
const backups = (now: number) => named(NAME).filter((name) => dateOf(name) <= now + AHEAD_MS);
const dateOf = (name: string) => Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));
const beforeUpgrades = () => named(BEFORE_UPGRADE);

function named(pattern: RegExp) {
  try {
    return readdirSync(folder())
      .filter((name) => pattern.test(name))
      .toSorted();
  } catch {
    return []; // no folder yet
  }
}
