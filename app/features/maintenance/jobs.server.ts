import { checkBeside } from "db/backup-beside.server";
import { sqlite, stopWriting } from "db/client.server";
import { forgetEndedSessions } from "~/features/auth/sessions.server";
import { forgetOldMail } from "~/features/mail/enqueue-mail.server";
import { sweepUnpaid } from "~/features/orders/expire-orders.server";
import { indexOrderWords } from "~/features/orders/order-search.server";
import { forgetOldKeys } from "~/features/orders/create-order.server";
import { eraseOldWhenDue } from "~/features/privacy/retention-job.server";
import { recalculateSalesDays } from "~/features/reports/recompute-sales.server";
import { inSlices } from "~/lib/run-in-chunks.server";
import { forgetOldScans } from "~/features/gate/sync-scans.server";
import { isBusy } from "~/lib/write-transaction.server";
import {
  backUpWhenDue,
  datedAhead,
  forgetLeftBehind,
  forgetOldUpgrades,
} from "./scheduled-backups.server";
import { rewriteWords } from "./purge-search-index.server";

/** Called with failures that no request waits for. */
export type OnFault = (what: string, error: unknown) => void;

/** Called with what went well and is worth a line. */
export type OnNews = (what: string) => void;

const SWEEP_MS = 60_000;
const BEGIN_AFTER_MS = 500; // the first visitors come first
/** Orders indexed in one turn. */
const INDEXED_AT_ONCE = 200;

/**
 * Runs the upkeep after the first visitors and once a minute, backs up when that is due and looks for damage.
 * Work that grows with the zoo runs in slices. Returns a function that stops it.
 */
export function startUpkeep(onFault: OnFault, onNews: OnNews) {
  const first = setTimeout(() => {
    void unheard(recalculateSalesDays, onFault);
    void tidy(onFault);
    void lookForDamage(onFault);
  }, BEGIN_AFTER_MS);
  const sweep = setInterval(() => {
    void tidy(onFault);
    void backUp(onFault, onNews);
  }, SWEEP_MS);
  for (const timer of [first, sweep]) timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(sweep);
  };
}

/** Backs up when that is due, and reports what was made, and backups that are dated in the future. */
export async function backUp(onFault: OnFault, onNews: OnNews) {
  try {
    const making = backUpWhenDue(Date.now(), onNews);
    if (!making) return;
    await making;
    for (const name of datedAhead())
      onFault("A backup is dated in the future, and does not count", name);
  } catch (error) {
    onFault("The backup failed", error);
  }
}

/**
 * Reads the whole file in the background. Once damage is found nothing more is written: it could be lost with the
 * file.
 */
export async function lookForDamage(onFault: OnFault) {
  if (sqlite.memory) return;
  try {
    await checkBeside(sqlite.name);
  } catch (error) {
    if (!isDamage(error)) return onFault("The database could not be checked", error);
    stopWriting();
    onFault("The database is damaged, and nothing is written: restore a backup", error);
  }
}

/** Damage is an error without a code; a thread that cannot start, or too many open files, has one. */
const isDamage = (error: unknown) =>
  !(error instanceof Error && "code" in error) ||
  /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String(error.code));

const CHORES = [
  () => inSlices(sweepUnpaid),
  () => inSlices(forgetOldKeys),
  () => inSlices(() => indexOrderWords(INDEXED_AT_ONCE)),
  () => inSlices(forgetOldMail),
  () => inSlices(forgetOldScans),
  forgetEndedSessions,
  forgetOldUpgrades,
  forgetLeftBehind,
  eraseOldWhenDue,
  rewriteWords,
];

let tidying: Promise<void> | undefined;

/** One round at a time; a chore that fails does not keep the others from running. */
export function tidy(onFault: OnFault) {
  tidying ??= allChores(onFault).finally(() => (tidying = undefined));
  return tidying;
}

async function allChores(onFault: OnFault) {
  for (const chore of CHORES) await unheard(chore, onFault);
}

/** No request waits for it, so a failure only goes to the log. What was too busy is tried again. */
async function unheard(work: () => unknown, onFault: OnFault) {
  try {
    await work();
  } catch (error) {
    if (!isBusy(error)) onFault("The upkeep failed", error);
  }
}
