import type { Tx } from "db/connection.server";
import { WriteError } from "db/write-error.server";
import {
  groupedTransaction as inGroupOfDatabase,
  transaction as inDatabase,
  type CacheImpact,
} from "db/transaction.server";
import { DomainError } from "./errors";
import { WRITE_FAILED_ERROR } from "./error-messages";

const BUSY = "The site is very busy, and this was not saved. Please try again in a moment.";

const RETRY_AFTER = { busy: 2, full: 120, failed: 120 };

export { savepoint } from "db/transaction.server";

let notify: (what: string, error: unknown) => void = () => {};

export const onWriteError = (listener: typeof notify) => {
  notify = listener;
};

/** Throws `busy` if the change was not written. `impact` names the cached pages that it affects. */
export function transaction<T>(change: (tx: Tx) => T, impact?: CacheImpact): T {
  try {
    return inDatabase(change, impact);
  } catch (error) {
    throw toDomainError(error);
  }
}

/** The same for concurrent changes, which share one commit. Resolves when it is on disk. */
export async function groupedTransaction<T>(
  change: (tx: Tx) => T,
  impact?: CacheImpact,
  options?: { mayWait?: boolean },
): Promise<T> {
  try {
    return await inGroupOfDatabase(change, impact, options);
  } catch (error) {
    throw toDomainError(error);
  }
}

function toDomainError(error: unknown) {
  if (!(error instanceof WriteError)) return error;
  notify("A change was not written", error.cause);
  const message = error.reason === "busy" ? BUSY : WRITE_FAILED_ERROR;
  return new DomainError("busy", message, [], RETRY_AFTER[error.reason]);
}

/** For optional cleanup, which can run later. */
export function skipIfBusy(tidy: () => void) {
  try {
    tidy();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

export const isBusy = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === "busy";
