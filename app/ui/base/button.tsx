import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";

type Variant = "primary" | "accent" | "secondary" | "ghost" | "danger" | "danger-ghost";
type Look = { variant?: Variant; size?: 36 | 44 | 52 };

const look = ({ variant = "primary", size = 44 }: Look, className = "") =>
  `btn btn-${variant} btn-${size} ${className}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    busy?: boolean;
    /** Shown while busy; its room is kept from the start, so that the width does not jump. */
    busyLabel?: string;
  };

export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  className,
  children,
  disabled,
  type = "submit",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busyLabel ? (
        <span className="btn-labels">
          <Label shown={!busy}>{children}</Label>
          <Label shown={busy}>{busyLabel}</Label>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <span className={shown ? "" : "invisible"}>{children}</span>;
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={look({ variant, size }, className)} />;
}
