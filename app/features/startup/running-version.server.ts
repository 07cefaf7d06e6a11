let running = "unknown";

/** Set once, by the program that starts the app. */
export function setRunningVersion(version: string) {
  running = version;
}

/** The version of the program that runs, as `zoo-verse version` prints it; "unknown" under another server. */
export const runningVersion = () => running;
