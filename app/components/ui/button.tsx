import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";

type Variant = "primary" | "accent" | "secondary" | "ghost" | "danger" | "danger-ghost";
type ButtonStyle = { variant?: Variant; size?: 36 | 44 | 52 };

const buttonClass = ({ variant = "primary", size = 44 }: ButtonStyle, className = "") =>
  `btn btn-${variant} btn-${size} ${className}`;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** Ignores clicks but keeps the focus, unlike `disabled`. */
    busy?: boolean;
    /** Its space is reserved, so that the width does not change. */
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
      className={buttonClass({ variant, size }, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? preventClick : onClick}
    >
      {busyLabel ? (
        <span className="inline-grid *:[grid-area:1/1]">
          <Label visible={!busy}>{children}</Label>
          <Label visible={busy}>{busyLabel}</Label>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

const preventClick = (event: MouseEvent) => event.preventDefault();

function Label({ visible, children }: { visible: boolean; children: ReactNode }) {
  return <span className={visible ? "" : "invisible"}>{children}</span>;
}

type ButtonLinkProps = LinkProps &
  ButtonStyle & {
    /** Why it leads nowhere: a disabled button says so. */
    barred?: string | null;
  };

export function ButtonLink({ variant, size, className, barred, ...rest }: ButtonLinkProps) {
  if (!barred) return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
  return (
    <Button variant={variant} size={size} className={className} disabled title={barred}>
      {rest.children}
    </Button>
  );
}
