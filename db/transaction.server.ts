import { db, PATIENCE_MS, sqlite, stopWriting, type Tx } from "./client.server";
import { isLasting, NotWritten, reasonOf } from "./not-written.server";

/** What public pages show of a change: anything at all, only how many places are left, or nothing of it. */
export type Shown = "anything" | "places" | "nothing";

const written = { anything: 0, places: 0 };
const dataVersion = sqlite.prepare<[], number>("PRAGMA data_version").pluck();

/** Counts writes by other processes; asked once in a turn of the event loop, as it costs 2 µs. */
let byOthers: number | undefined;

function writtenByOthers() {
  if (byOthers === undefined) {
    byOthers = dataVersion.get() ?? 0;
    setImmediate(() => (byOthers = undefined));
  }
  return byOthers;
}

/**
 * How often what public pages show has been written since the start; the numbers only rise. A write by another
 * process counts as anything.
 */
export const writtenSoFar = () => ({
  anything: written.anything + writtenByOthers(),
  places: written.places,
});

/**
 * Runs a change whole or not at all. Immediate: it waits for its turn instead of failing halfway. Throws
 * NotWritten when the disk or the file refuses it. After a disk failure nothing more is written until a restart:
 * only the next start, which reads the file afresh, knows what it holds.
 */
export function inTransaction<T>(change: (tx: Tx) => T, shown: Shown = "anything"): T {
  try {
    const result = db.transaction(change, { behavior: "immediate" });
    bePatient(true);
    if (shown !== "nothing") written[shown] += 1;
    return result;
  } catch (error) {
    throw notWritten(error);
  }
}

type Waiting = { change: (tx: Tx) => void; kept(): void; lost(error: unknown): void; shown: Shown };

let group: Waiting[] = [];

/**
 * The same, together with everything that came in meanwhile: each change whole or not at all by itself, and one
 * wait for the disk for all of them. Settles when it is on the disk.
 */
export function inGroup<T>(change: (tx: Tx) => T, shown: Shown = "anything"): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: T;
    const waiting: Waiting = {
      change: (tx) => void (result = change(tx)),
      kept: () => resolve(result),
      lost: reject,
      shown,
    };
    if (group.push(waiting) === 1) setImmediate(writeGroup);
  });
}

/** Within another transaction: rolled back by itself when it throws. */
const alone = sqlite.transaction((change: (tx: Tx) => void, tx: Tx) => change(tx));

function writeGroup() {
  const changes = group;
  group = [];
  const refused = new Map<Waiting, unknown>();
  try {
    db.transaction(
      (tx) => {
        for (const one of changes) {
          try {
            alone(one.change, tx);
          } catch (error) {
            // If the disk refuses one, it refuses them all.
            if (reasonOf(error)) throw error;
            refused.set(one, error);
          }
        }
      },
      { behavior: "immediate" },
    );
  } catch (error) {
    const lost = notWritten(error);
    for (const one of changes) one.lost(refused.get(one) ?? lost);
    return;
  }
  bePatient(true);
  for (const one of changes) {
    if (refused.has(one)) one.lost(refused.get(one));
    else {
      if (one.shown !== "nothing") written[one.shown] += 1;
      one.kept();
    }
  }
}

function notWritten(error: unknown) {
  const reason = reasonOf(error);
  bePatient(reason !== "busy");
  if (!reason) return error;
  if (isLasting(error)) stopWriting();
  return new NotWritten(reason, error);
}

/** A lock that another process holds for an instant is waited out even then. */
const HARDLY_MS = 20;
let isPatient = true;

/**
 * After a change that waited in vain, the next ones hardly wait until one gets its turn again: each would hold up
 * every page for as long, and together for minutes.
 */
function bePatient(wanted: boolean) {
  if (wanted === isPatient) return;
  sqlite.pragma(`busy_timeout = ${wanted ? PATIENCE_MS : HARDLY_MS}`);
  isPatient = wanted;
}
