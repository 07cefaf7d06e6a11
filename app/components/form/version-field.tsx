import { useFormState } from "./form-state";

type Props = {
  name: "seen" | "seenAt";
  value: string | number;
};

/** For optimistic locking. A restored form has its original version. */
export function VersionField({ name, value }: Props) {
  const { formError } = useFormState();
  const version = formError?.isUnsaved ? formError.values[name] : value;
  return <input type="hidden" name={name} value={version} />;
}
