import { useFormState } from "./form-state";

type Props = {
  name: "seen" | "seenAt";
  value: string | number;
};

/**
 * The version of the record that the form shows, for optimistic locking. A restored form keeps its original version.
 */
export function VersionField({ name, value }: Props) {
  const { formError } = useFormState();
  const version = formError?.isUnsaved ? formError.values[name] : value;
  return <input type="hidden" name={name} value={version} />;
}
