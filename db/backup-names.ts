/** Of a verified backup in DATA_DIR/backups: when it was begun. */
const BACKUP = /^zoo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;
const COPY = /^(zoo-\d{8}T\d{6}Z\.db)\.age$/;

/** Tolerance for clock corrections. A backup dated further ahead says nothing about the last hours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export const isBackup = (name: string) => BACKUP.test(name);

/** UTC ms. */
export const dateOfBackup = (name: string) =>
  Date.parse(name.replace(BACKUP, "$1-$2-$3T$4:$5:$6Z"));

export const nameOfBackup = (now: number) =>
  `zoo-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}.db`;

export const isInFuture = (backup: string, now: number) =>
  dateOfBackup(backup) > now + CLOCK_TOLERANCE_MS;

export const offsiteNameOf = (backup: string) => `${backup}.age`;

export const isOffsiteCopy = (name: string) => COPY.test(name);

/** The backup that a copy holds. */
export const backupIn = (name: string) => name.replace(COPY, "$1");

/** An off-site copy that is not dated in the future. */
export const isDated = (name: string, now: number) =>
  isOffsiteCopy(name) && !isInFuture(backupIn(name), now);
