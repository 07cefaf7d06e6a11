import { checkBeside } from "db/backup-beside.server";
import { sqlite, stopWriting } from "db/client.server";
import { backUpWhenDue, forgetOldUpgrades } from "./backups.server";
import { forgetOldMail } from "./mail/outbox.server";
import { forgetOldKeys, sweepUnpaid } from "./order/expire.server";
import { indexOrderWords } from "./order/order-words.server";
import { eraseOldWhenDue } from "./privacy/erase-old.server";
import { ifWritable } from "./transaction.server";

/** Hears of what failed while nobody waited for it. */
export type OnFault = (what: string, error: unknown) => void;

const SWEEP_MS = 60_000;
const CHECK_AFTER_MS = 500; // the first visitors come first
/** About 50 ms of work; the rest waits for the next turn or the first search. */
const INDEXED_AT_ONCE = 20_000;

/** Tidies up now and once a minute, backs up when that is due and looks for damage. Answers how to stop it. */
export function startUpkeep(onFault: OnFault) {
  tidy(onFault);
  const sweep = setInterval(() => {
    tidy(onFault);
    backUpWhenDue()?.catch((error: unknown) => onFault("The backup failed", error));
  }, SWEEP_MS);
  const check = setTimeout(() => void lookForDamage(onFault), CHECK_AFTER_MS);
  for (const timer of [sweep, check]) timer.unref();
  return () => {
    clearInterval(sweep);
    clearTimeout(check);
  };
}

/**
 * Reads the file through, beside the site's own work. Once damage is found nothing more is written: it may
 * be lost with what it is written on.
 */
export async function lookForDamage(onFault: OnFault) {
  if (sqlite.memory) return;
  try {
    await checkBeside(sqlite.name);
  } catch (error) {
    stopWriting();
    onFault("The database is damaged, and nothing is written: restore a backup", error);
  }
}

/** Nobody waits for it, so nobody but the log hears when it fails. */
function tidy(onFault: OnFault) {
  try {
    ifWritable(() => {
      sweepUnpaid();
      forgetOldKeys();
      indexOrderWords(INDEXED_AT_ONCE);
      forgetOldMail();
      forgetOldUpgrades();
      eraseOldWhenDue()?.catch((error: unknown) => onFault("Erasing old contacts failed", error));
    });
  } catch (error) {
    onFault("Tidying up failed", error);
  }
}
