import type { Tx } from "db/client.server";
import { NotWritten } from "db/not-written.server";
import {
  inGroup as inGroupOfDatabase,
  inTransaction as inDatabase,
  type Shown,
} from "db/transaction.server";
import { DomainError } from "./errors";
import { NOT_SAVED } from "./error-messages";

const BUSY = "The site is very busy, and this was not saved. Please try again in a moment.";

/** Seconds after which it may be worth trying again. */
const RETRY_AFTER = { busy: 2, full: 120, failed: 120 };

let tell: (what: string, error: unknown) => void = () => {};

/** Sets the one listener for changes that could not be written. */
export const whenNotWritten = (listener: typeof tell) => {
  tell = listener;
};

/**
 * Makes a change whole or not at all. Throws `busy`, in words for the person who asked, when it could not be
 * written. `shown` says what public pages show of it.
 */
export function inTransaction<T>(change: (tx: Tx) => T, shown?: Shown): T {
  try {
    return inDatabase(change, shown);
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * The same for changes that many people make at once: these share one wait for the disk. Settles when it is
 * written.
 */
export async function inGroup<T>(change: (tx: Tx) => T, shown?: Shown): Promise<T> {
  try {
    return await inGroupOfDatabase(change, shown);
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown) {
  if (!(error instanceof NotWritten)) return error;
  tell("A change was not written", error.cause);
  const message = error.reason === "busy" ? BUSY : NOT_SAVED;
  return new DomainError("busy", message, [], RETRY_AFTER[error.reason]);
}

/** For tidying up on the side: what cannot be written now is left for later. */
export function ifWritable(tidy: () => void) {
  try {
    tidy();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/** True when nothing could be written just now, so that it is worth trying again. */
export const isBusy = (error: unknown) => error instanceof DomainError && error.code === "busy";
