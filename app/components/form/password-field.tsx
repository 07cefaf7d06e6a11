import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import type { FieldProps } from "./field";
import { described, FieldFrame } from "./field-frame";

/** A type cannot change without script, so the toggle waits for it. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: Omit<FieldProps, "type">) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const { id = input.name, required } = input;

  return (
    <FieldFrame {...{ id, label, hint, error, required, optional, className }}>
      <div className="relative">
        <input
          {...input}
          {...described(id, hint, error)}
          type={shown ? "text" : "password"}
          className="control pr-13"
        />
        <button
          type="button"
          hidden={!hydrated}
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-input text-ink-2"
          aria-label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
        </button>
      </div>
    </FieldFrame>
  );
}
