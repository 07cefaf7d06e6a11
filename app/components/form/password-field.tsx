import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import type { FieldProps } from "./field";
import { FieldFrame, useField } from "./field-frame";

export function PasswordField(props: Omit<FieldProps, "type">) {
  const [visible, setVisible] = useState(false);
  const hydrated = useHydrated();
  const { frame, control } = useField(props);

  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input {...control} type={visible ? "text" : "password"} className="control pr-13" />
        <button
          type="button"
          hidden={!hydrated}
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-input text-ink-2"
          aria-label={visible ? "Hide password" : "Show password"}
          aria-pressed={visible}
          aria-controls={control.id}
          onClick={() => setVisible(!visible)}
        >
          <Icon icon={visible ? EyeOff : Eye} />
        </button>
      </div>
    </FieldFrame>
  );
}
