import { deleteDatabaseFiles } from "db/online-copy.server";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal ends the worker first, which could make files again, then deletes its unfinished copy. */
export async function interruptible<T>(part: string, run: (abort: AbortSignal) => Promise<T>) {
  const abort = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => abort.abort(signal);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await run(abort.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    if (abort.signal.aborted) {
      deleteDatabaseFiles(part);
      process.kill(process.pid, abort.signal.reason as NodeJS.Signals);
    }
  }
}
