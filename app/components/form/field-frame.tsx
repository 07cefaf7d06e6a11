import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "~/components/ui/icon";

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

type FrameProps = Omit<FieldVariant, "name"> & { id: string; children: ReactNode };

export function FieldFrame(props: FrameProps) {
  const { id, label, hint, error, announceError, required, optional, className, children } = props;
  return (
    <div className={className}>
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
      <FieldError id={`${id}-error`} message={error} isLive={announceError} />
      {children}
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

type ErrorProps = { id?: string; message?: string; isLive?: boolean };

export function FieldError({ id, message, isLive }: ErrorProps) {
  if (!message) return null;
  return (
    <p id={id} role={isLive ? "status" : undefined} className="field-error">
      <Icon icon={CircleAlert} size={18} />
      <span>{message}</span>
    </p>
  );
}

export function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return {
    id,
    "aria-describedby": parts.join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
}
