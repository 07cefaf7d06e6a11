import { checkBeside } from "db/backup-beside.server";
import { sqlite, stopWriting } from "db/client.server";
import { backUpWhenDue, forgetOldUpgrades } from "./backups.server";
import { forgetOldMail } from "./mail/outbox.server";
import { forgetOldKeys, sweepUnpaid } from "./order/expire.server";
import { indexOrderWords } from "./order/order-words.server";
import { eraseOldWhenDue } from "./privacy/erase-old.server";
import { reckonSalesDays } from "./report/sales-days.server";
import { inSlices } from "./slices.server";
import { isBusy } from "./transaction.server";

/** Hears of what failed while nobody waited for it. */
export type OnFault = (what: string, error: unknown) => void;

const SWEEP_MS = 60_000;
const BEGIN_AFTER_MS = 500; // the first visitors come first
/** Orders taken into the index in one turn. */
const INDEXED_AT_ONCE = 200;

/**
 * Tidies up after the first visitors and once a minute, backs up when that is due and looks for damage.
 * What grows with the zoo is done in slices. Answers how to stop it.
 */
export function startUpkeep(onFault: OnFault) {
  const first = setTimeout(() => {
    void unheard(reckonSalesDays, onFault);
    void unheard(tidy, onFault);
    void lookForDamage(onFault);
  }, BEGIN_AFTER_MS);
  const sweep = setInterval(() => {
    void unheard(tidy, onFault);
    backUpWhenDue()?.catch((error: unknown) => onFault("The backup failed", error));
  }, SWEEP_MS);
  for (const timer of [first, sweep]) timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(sweep);
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

async function tidy() {
  await inSlices(sweepUnpaid);
  await inSlices(forgetOldKeys);
  await inSlices(() => indexOrderWords(INDEXED_AT_ONCE));
  await inSlices(forgetOldMail);
  forgetOldUpgrades();
  await eraseOldWhenDue();
}

/** Nobody waits for it, so nobody but the log hears when it fails. What is too busy comes again. */
async function unheard(work: () => Promise<void>, onFault: OnFault) {
  try {
    await work();
  } catch (error) {
    if (!isBusy(error)) onFault("Tidying up failed", error);
  }
}
