import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "~/components/ui/icon";

export type FieldLook = {
  label: ReactNode;
  name: string;
  id?: string;
  hint?: ReactNode;
  error?: string;
  /** Script found the error while it was typed or chosen: it is said at once, for no summary says it. */
  saysError?: boolean;
  required?: boolean;
  optional?: boolean;
  /** Of the whole field; the control always fills it. */
  className?: string;
};

type FrameProps = Omit<FieldLook, "name"> & { id: string; children: ReactNode };

/** Label, hint, error, control: always in this order. */
export function FieldFrame(props: FrameProps) {
  const { id, label, hint, error, saysError, required, optional, className, children } = props;
  return (
    <div className={className}>
      <label htmlFor={id} className="label">
        {label}
        {required && <Star />}
        {optional && " (optional)"}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} isSaid={saysError} />
      {children}
    </div>
  );
}

/** The star is for the eye; `required` on the control says it to everyone else. */
export function Star() {
  return (
    <span className="star" aria-hidden="true">
      {" *"}
    </span>
  );
}

/** Said once on a page whose forms have stars. */
export const RequiredNote = () => (
  <>
    Fields with <span className="star">*</span> are required.
  </>
);

type ErrorProps = { id?: string; message?: string; isSaid?: boolean };

export function FieldError({ id, message, isSaid }: ErrorProps) {
  if (!message) return null;
  return (
    <p id={id} role={isSaid ? "status" : undefined} className="field-error">
      <Icon of={CircleAlert} size={18} />
      <span>{message}</span>
    </p>
  );
}

/** The attributes that tie a control to its hint and its error. */
export function described(id: string, hint: ReactNode, error: string | undefined) {
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return {
    id,
    "aria-describedby": parts.join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
}
