/** The exit code for invalid usage or configuration. */
export const EXIT_USAGE = 2;

/** Invalid arguments on the command line. */
export class UsageError extends Error {
  override name = "UsageError";
}
