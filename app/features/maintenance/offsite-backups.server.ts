import { backupIn, dateOfBackup } from "db/backup-names";
import { shipInWorker } from "db/backup-worker.client.server";
import { sqlite } from "db/connection.server";
import type { StoreSettings } from "db/offsite/open-store.server";
import { env } from "~/env.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { HOUR_MS } from "~/lib/dates";
import { setValue, storedObject } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { firstDay, newestBackupName } from "./scheduled-backups.server";

const STATE_KEY = "offsite_copies";

/** Before the second, third … attempt to send a backup; then once an hour. */
const PAUSES_MINUTES = [1, 5, 15, 60];
const MINUTE_MS = 60_000;

const NONE = {
  /** The BACKUP_TO that the rest is about. */
  to: "",
  /** Newest copy there. */
  newest: "",
  /** Of the last attempt; empty after a success. */
  failure: "",
  failedAt: 0,
  /** Failures in a row. */
  failures: 0,
};

const storedState = storedObject(STATE_KEY, NONE);

function readState() {
  const state = storedState();
  return state.to === env.BACKUP_TO ? state : { ...NONE, to: env.BACKUP_TO ?? "" };
}

const isDisabled = () => sqlite.memory || env.BACKUP_TO === undefined;

/** How to reach the store of BACKUP_TO, which must be set. */
export function storeSettings(): StoreSettings {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const account = { sessionToken: env.AWS_SESSION_TOKEN, region: env.AWS_REGION };
  return {
    to: env.BACKUP_TO ?? "",
    sshConfig: env.BACKUP_SSH_CONFIG,
    s3:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, ...account, endpoint: env.AWS_ENDPOINT_URL }
        : undefined,
  };
}

/** What is to be known of the copies at BACKUP_TO, times in UTC ms; null where it is not set. */
export function offsiteState(now = Date.now()) {
  if (isDisabled()) return null;
  const { newest, failure, failedAt } = readState();
  const newestAt = newest === "" ? null : dateOfBackup(backupIn(newest));
  const since = newestAt ?? firstDay();
  return {
    newestAt,
    /** Of the newest copy, else of the zoo. */
    since,
    isOverdue: since !== null && now - since > 2 * env.BACKUP_HOURS * HOUR_MS,
    failure: failure === "" ? null : { reason: failure, at: failedAt },
  };
}

/** For owners: what is wrong with the off-site copies; null while nothing is. */
export function offsiteProblem(actor: Actor, now = Date.now()) {
  authorize(actor, "backups.read");
  const state = offsiteState(now);
  return state && (state.isOverdue || state.failure) ? state : null;
}

let running: Promise<void> | undefined;
let abort: AbortController | undefined;

export const isSending = () => running !== undefined;

/** Sends the newest backup if neither it nor a newer one is there yet. One at a time; never rejects. */
export function sendBackupIfDue(now: number, onError: OnError, onInfo: (what: string) => void) {
  if (isDisabled() || running) return running;
  const backup = newestBackupName(now);
  const state = readState();
  if (!backup || (backup <= backupIn(state.newest) && state.failure === "")) return undefined;
  if (now < nextAttempt(state, now)) return undefined;
  running = send(backup, now, onInfo)
    .catch((error: unknown) => onError("The off-site copy failed", error))
    .finally(() => (running = undefined));
  return running;
}

type OnError = (what: string, error: unknown) => void;

/** A failure dated in the future, by a wrong clock, delays nothing. */
function nextAttempt({ failures, failedAt }: typeof NONE, now: number) {
  if (failures === 0 || failedAt > now) return now;
  const pause = PAUSES_MINUTES[Math.min(failures, PAUSES_MINUTES.length) - 1] ?? 0;
  return failedAt + pause * MINUTE_MS;
}

async function send(backup: string, now: number, onInfo: (what: string) => void) {
  const began = performance.now();
  const before = readState();
  abort = new AbortController();
  const task = { settings: storeSettings(), dataDir: env.DATA_DIR, backup, now };
  try {
    const shipped = await shipInWorker({ ...task, keep: env.BACKUP_KEEP }, abort.signal);
    if (!shipped) return; // the site closes
    const newest = shipped.names.at(-1) ?? "";
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    onInfo(`Sent ${backup} to ${env.BACKUP_TO}, encrypted, in ${seconds} s`);
    save({ ...NONE, to: before.to, newest });
    if (shipped.notRemoved === undefined) return;
    throw new Error(`Older copies could not be removed: ${shipped.notRemoved}`);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const failedAt = now + Math.round(performance.now() - began);
    save({ ...readState(), failure, failedAt, failures: before.failures + 1 });
    throw error;
  }
}

const save = (state: typeof NONE) =>
  transaction((tx) => setValue(tx, STATE_KEY, JSON.stringify(state)), "none");

/** Ends what is being sent, when the site closes. */
export const stopSending = () => abort?.abort();
