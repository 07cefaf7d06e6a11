import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

type Props = {
  label: ReactNode;
  variant: "sheet" | "float";
  pill?: "pill" | "bare";
  className?: string;
  children: ReactNode;
};

const PILL = { pill: "btn btn-secondary btn-44", bare: "nav-link gap-2" };

/** Works without script, which adds Esc, clicks elsewhere, and closing on focus changes and navigations. */
export function Menu({ label, variant, pill = "pill", className = "", children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedOn = useRef(key);

  useEffect(() => {
    if (key === openedOn.current) return; // it may have been opened before hydration
    openedOn.current = key;
    if (details.current) details.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        menu.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && menu.contains(event.target)) return;
      menu.open = false;
    };
    const kinds = ["keydown", "click", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, close);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, close);
    };
  }, []);

  return (
    <details ref={details} className={`${variant === "float" ? "relative" : ""} ${className}`}>
      <summary className={PILL[pill]}>{label}</summary>
      <div className={`panel panel-${variant}`}>{children}</div>
    </details>
  );
}
