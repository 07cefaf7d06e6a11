import { db, sqlite, type Tx } from "./connection.server";
import { prepared } from "./prepared.server";
import { enterReadOnlyMode } from "./read-only.server";
import { isPermanent, WriteError, describeError } from "./write-error.server";

/** Which cached public pages a write invalidates: all, those that show how many places are left, or none. */
export type CacheImpact = "all" | "availability" | "none";

const writes = { all: 0, availability: 0 };

/** Changes with each write by another process. Read once a turn of the event loop, because it takes 2 to 10 µs. */
const external: { version?: number } = {};
const readExternal = prepared(() => sqlite.prepare<[], number>("PRAGMA data_version").pluck());

/**
 * Counts, by cache impact, the writes since the process started; the numbers only rise. A write by another process
 * counts under `all`, from the next turn of the event loop on and in each transaction at once.
 */
export function dataVersion() {
  if (external.version === undefined) {
    external.version = readExternal().get() ?? 0;
    setImmediate(() => (external.version = undefined));
  }
  return { all: writes.all + external.version, availability: writes.availability };
}

/**
 * Runs a change in an immediate transaction, so that it waits for the write lock at its start. Throws WriteError
 * when the disk or the lock prevents the write. After a disk failure every write fails until a restart, because only
 * reopening the file shows what it holds.
 */
export function transaction<T>(change: (tx: Tx) => T, impact: CacheImpact = "all"): T {
  try {
    const result = runImmediate(change);
    countWrite(impact);
    return result;
  } catch (error) {
    throw toWriteError(error);
  }
}

type QueuedChange = {
  change: (tx: Tx) => void;
  resolve(): void;
  reject(error: unknown): void;
  impact: CacheImpact;
};

let queue: QueuedChange[] = [];
let soon: NodeJS.Immediate | undefined;
let later: NodeJS.Timeout | undefined;

const WAIT_MS = 5;

/**
 * Changes of one turn of the event loop share a transaction and a disk sync; each is rolled back alone. One that nobody
 * waits for at a screen may wait a few milliseconds for others.
 */
export function groupedTransaction<T>(
  change: (tx: Tx) => T,
  impact: CacheImpact = "all",
  { mayWait = false } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: T;
    const queued: QueuedChange = {
      change: (tx) => void (result = change(tx)),
      resolve: () => resolve(result),
      reject,
      impact,
    };
    queue.push(queued);
    if (mayWait) later ??= setTimeout(writeQueue, WAIT_MS);
    else soon ??= setImmediate(writeQueue);
  });
}

/** As Drizzle's own transaction, which builds an object around the connection for each of them. */
const runImmediate = <T>(change: (tx: Tx) => T) =>
  sqlite
    .transaction((tx: Tx) => {
      external.version = undefined; // nothing that another process wrote until now is missed
      return change(tx);
    })
    .immediate(db as unknown as Tx);

const runPart = prepared(() => sqlite.transaction((part: (tx: Tx) => unknown, tx: Tx) => part(tx)));

/** Runs a part of a transaction; when it throws, it is undone alone. */
export const savepoint = <T>(tx: Tx, part: (tx: Tx) => T) => runPart()(part, tx) as T;

function writeQueue() {
  clearImmediate(soon);
  clearTimeout(later);
  soon = later = undefined;
  const changes = queue;
  queue = [];
  const failures = new Map<QueuedChange, unknown>();
  try {
    runImmediate((tx) => {
      for (const queued of changes) {
        try {
          savepoint(tx, queued.change);
        } catch (error) {
          if (describeError(error)) throw error; // a disk error fails all of them
          failures.set(queued, error);
        }
      }
    });
  } catch (error) {
    const writeError = toWriteError(error);
    for (const queued of changes) queued.reject(failures.get(queued) ?? writeError);
    return;
  }
  for (const queued of changes) {
    if (failures.has(queued)) queued.reject(failures.get(queued));
    else {
      countWrite(queued.impact);
      queued.resolve();
    }
  }
}

function countWrite(impact: CacheImpact) {
  if (impact !== "none") writes[impact] += 1;
}

function toWriteError(error: unknown) {
  const reason = describeError(error);
  if (!reason) return error;
  if (isPermanent(error)) enterReadOnlyMode();
  return new WriteError(reason, error);
}
