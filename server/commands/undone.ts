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
    return await work();
  } finally {
    release();
  }
}
