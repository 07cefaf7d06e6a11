import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import type { ReactNode } from "react";
import { Icon } from "~/components/ui/icon";
import { useFieldState } from "./form-state";

export type FieldVariant = {
  label: ReactNode;
  name: string;
  id?: string;
  hint?: ReactNode;
  error?: string;
  /** Announces the error to screen readers at once, for errors that script finds during input. */
  announceError?: boolean;
  required?: boolean;
  optional?: boolean;
  className?: string;
};

export function useField<Props extends FieldVariant>(props: Props) {
  const { label, hint, error: own, announceError, optional, className, ...input } = props;
  const { name, id = name, required } = input;
  const { defaultValue, ...state } = useFieldState(name);
  const error = own ?? state.error;
  const isFixed = own === undefined && state.isFixed;
  return {
    frame: { id, label, hint, error, isFixed, announceError, required, optional, className },
    control: { defaultValue, ...input, ...describedBy(id, hint, error, isFixed) },
  };
}

type FrameProps = Omit<FieldVariant, "name"> & {
  id: string;
  isFixed?: boolean;
  children: ReactNode;
};

export function FieldFrame(props: FrameProps) {
  const { id, label, hint, error, isFixed, announceError, required, optional } = props;
  return (
    <div className={props.className}>
      <label htmlFor={id} className="label">
        {label}
        {required && <RequiredMark />}
        {optional && " (optional)"}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} isFixed={isFixed} isLive={announceError} />
      {props.children}
    </div>
  );
}

export function RequiredMark() {
  return (
    <span className="star" aria-hidden="true">
      {" *"}
    </span>
  );
}

export const RequiredNote = () => (
  <>
    Fields with <span className="star">*</span> are required.
  </>
);

type ErrorProps = { id?: string; message?: string; isFixed?: boolean; isLive?: boolean };

/** Once fixed, an error keeps its space, so that the field does not move while it is typed in. */
export function FieldError({ id, message, isFixed, isLive }: ErrorProps) {
  if (!message) return null;
  return (
    <p
      id={isFixed ? undefined : id}
      role={isLive ? "status" : undefined}
      className={`field-error ${isFixed ? "invisible" : ""}`}
    >
      <Icon icon={CircleAlert} size={18} />
      <span>{message}</span>
    </p>
  );
}

export function describedBy(
  id: string,
  hint: ReactNode,
  error: string | undefined,
  isFixed?: boolean,
) {
  const parts = [hint && `${id}-hint`, error && !isFixed && `${id}-error`].filter(Boolean);
  return {
    id,
    "aria-describedby": parts.join(" ") || undefined,
    "aria-invalid": error ? !isFixed : undefined,
  };
}
