import type { FormError } from "./form-state";

type Props = {
  name: "seen" | "seenAt";
  value: string | number;
  formError: FormError | undefined;
};

/**
 * The version of the record that the form shows, for optimistic locking. A restored form keeps its original version.
 */
export function VersionField({ name, value, formError }: Props) {
  const version = formError?.isUnsaved ? formError.values[name] : value;
  return <input type="hidden" name={name} value={version} />;
}
