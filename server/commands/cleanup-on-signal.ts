import { setImmediate as immediate } from "node:timers/promises";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a task; a signal that ends the process first calls `undo`. */
export async function withCleanupOnSignal<T>(undo: () => void, task: () => Promise<T>) {
  const stop = (signal: NodeJS.Signals) => {
    release();
    undo();
    process.kill(process.pid, signal);
  };
  const release = () => SIGNALS.forEach((signal) => process.off(signal, stop));
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const result = await task();
    // Signal handlers run only when the event loop turns, which synchronous work has prevented.
    await immediate();
    await immediate(); // the first runs before signals are polled
    return result;
  } finally {
    release();
  }
}
