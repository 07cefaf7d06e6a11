import { dataVersion } from "./transaction.server";

/** Reads again after a write that invalidates all cached pages; owners' settings are written so. */
export function cacheUntilWritten<Value extends object>(read: () => Value): () => Value {
  let cached: { version: number; value: Value } | undefined;
  return () => {
    const version = dataVersion().all;
    if (cached?.version !== version) cached = { version, value: read() };
    return cached.value;
  };
}
