import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";

type Variant = "primary" | "accent" | "secondary" | "ghost" | "danger" | "danger-ghost";
type Look = { variant?: Variant; size?: 36 | 44 | 52 };

const look = ({ variant = "primary", size = 44 }: Look, className = "") =>
  `btn btn-${variant} btn-${size} ${className}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** It was pressed and the answer is awaited: it stays where the keyboard is, but takes no press. */
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
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size }, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? takeNoPress : onClick}
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

const takeNoPress = (event: MouseEvent) => event.preventDefault();

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <span className={shown ? "" : "invisible"}>{children}</span>;
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={look({ variant, size }, className)} />;
}
