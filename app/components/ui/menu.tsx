import { useLocation } from "@remix-run/react";
import MenuIcon from "lucide-react/icons/menu";
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "./icon";

type Props = {
  /** Of a menu that floats; without it, a sheet that narrow screens have. */
  label?: ReactNode;
  children: ReactNode;
};

const SHEET = {
  menu: "lg:hidden",
  summary: "btn btn-secondary btn-44",
  panel: "inset-x-0 top-full border-b px-4 pt-2 pb-5 md:px-8",
};
const FLOAT = {
  menu: "relative",
  summary: "nav-link gap-2",
  panel:
    "top-[calc(100%+0.25rem)] right-0 max-w-[calc(100vw-2rem)] min-w-56 rounded-card border p-2 [&_.menu-item]:min-h-11",
};

/** Works without script, which adds Esc, clicks elsewhere, and closing on focus changes and navigations. */
export function Menu({ label, children }: Props) {
  const variant = label ? FLOAT : SHEET;
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
    <details ref={details} className={variant.menu}>
      <summary className={variant.summary}>
        {label ?? (
          <>
            <Icon icon={MenuIcon} /> Menu
          </>
        )}
      </summary>
      <div
        className={`absolute z-40 max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain border-line bg-raised shadow-[var(--float)] ${variant.panel}`}
      >
        {children}
      </div>
    </details>
  );
}
