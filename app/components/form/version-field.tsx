import type { Refused } from "./form-state";

type Props = {
  name: "seen" | "seenAt";
  /** As this page shows it. */
  value: string | number;
  refused: Refused | undefined;
};

/**
 * Tells what was seen of a record when its form was drawn. A form that comes back after signing in again tells what
 * was seen before that.
 */
export function SeenField({ name, value, refused }: Props) {
  const seen = refused?.isUnsaved ? refused.values[name] : value;
  return <input type="hidden" name={name} value={seen} />;
}
