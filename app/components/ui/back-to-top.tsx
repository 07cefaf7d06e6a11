import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useState } from "react";
import { Icon } from "./icon";
import { useInertBehindDialog } from "./inert";
import { focusTarget } from "./focus-target";

const APPEARS_AFTER_PX = 240;

/** Fallback for browsers without scroll-driven animations, where CSS shows it. Must be the last child of `main`. */
export function BackToTop({ className = "" }: { className?: string }) {
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    if (CSS.supports("animation-timeline: scroll()")) return;
    const update = () => setVisible(window.scrollY > APPEARS_AFTER_PX);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);

  return (
    <a
      href="#top"
      onClick={focusTarget}
      aria-label="Back to top"
      data-shown={visible || undefined}
      className={`btn btn-secondary back-to-top fixed right-4 bottom-4 z-20 size-12 p-0 shadow-[var(--float)] max-[16rem]:size-10 ${className}`}
      {...useInertBehindDialog()}
    >
      <Icon icon={ArrowUp} />
    </a>
  );
}
