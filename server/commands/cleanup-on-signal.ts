import { setImmediate as immediate } from "node:timers/promises";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a task. A signal that ends the process first undoes what is half done. */
export async function undoneBySignal<T>(undo: () => void, work: () => Promise<T>) {
  const stop = (signal: NodeJS.Signals) => {
    release();
    undo();
    process.kill(process.pid, signal);
  };
  const release = () => SIGNALS.forEach((signal) => process.off(signal, stop));
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const result = await work();
    // Node tells of a signal only when the event loop turns, which work in one piece has kept from turning.
    await immediate();
    await immediate(); // the first comes before signals are looked for
    return result;
  } finally {
    release();
  }
}
