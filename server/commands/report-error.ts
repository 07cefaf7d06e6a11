/** The exit code for invalid usage or configuration. */
export const EXIT_USAGE = 2;

export class UsageError extends Error {
  override name = "UsageError";
}

/** Prints an error for the operator, with its stack only if it is a defect; returns the exit code. */
export function reportError(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(/^(Type|Range|Reference|Syntax)Error$/.test(name) ? stack : message);
  return /^(UsageError|EnvError)$/.test(name) ? EXIT_USAGE : 1;
}
