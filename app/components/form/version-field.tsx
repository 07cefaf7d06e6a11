import { CHANGED_MEANWHILE } from "~/lib/optimistic-lock";
import { useFormState } from "./form-state";

type Props = {
  name: "seen" | "seenAt";
  value: string | number;
};

/** For optimistic locking: the version that the form was opened with, except after a conflict. */
export function VersionField({ name, value }: Props) {
  const { formError } = useFormState();
  const isConflict = formError?.message.startsWith(CHANGED_MEANWHILE);
  const version = isConflict ? value : (formError?.values[name] ?? value);
  return <input type="hidden" name={name} value={version} />;
}

/**
 * For optimistic locking by field: what the form shows. After an error it stays what the form showed at first, except
 * in the fields that someone else has changed.
 */
export function ShownField({ values }: { values: object }) {
  const { formError, values: typed } = useFormState();
  const fresh = formError?.message.startsWith(CHANGED_MEANWHILE) ? formError.issues : [];
  const replaced = Object.fromEntries(
    Object.entries(values).filter(([name]) => fresh.some(({ path }) => path === name)),
  );
  const shown = { ...(parse(typed.shown) ?? values), ...replaced };
  return <input type="hidden" name="shown" value={JSON.stringify(shown)} />;
}

function parse(json = ""): object | null {
  try {
    return JSON.parse(json) as object;
  } catch {
    return null;
  }
}
