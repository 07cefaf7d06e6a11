/** The exit code when a word or a setting of the operator's cannot be used. */
export const NOT_UNDERSTOOD = 2;

/** Unknown, missing or unusable words on the command line. */
export class Misunderstood extends Error {
  override name = "Misunderstood";
}
