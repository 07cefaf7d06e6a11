import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame } from "./field-frame";

export function PasswordField({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: Omit<FieldProps, "type">) {
  const [visible, setVisible] = useState(false);
  const hydrated = useHydrated();
  const { id = input.name, required } = input;

  return (
    <FieldFrame {...{ id, label, hint, error, required, optional, className }}>
      <div className="relative">
        <input
          {...input}
          {...describedBy(id, hint, error)}
          type={visible ? "text" : "password"}
          className="control pr-13"
        />
        <button
          type="button"
          hidden={!hydrated}
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-input text-ink-2"
          aria-label={visible ? "Hide password" : "Show password"}
          aria-pressed={visible}
          aria-controls={id}
          onClick={() => setVisible(!visible)}
        >
          <Icon icon={visible ? EyeOff : Eye} />
        </button>
      </div>
    </FieldFrame>
  );
}
