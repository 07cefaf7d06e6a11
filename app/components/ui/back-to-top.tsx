import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "./icon";
import { useInertBehindDialog } from "./inert";
import { jump } from "./focus-target";

const APPEARS_AFTER_PX = 240;

/** Where the browser has scroll-driven animations, CSS alone shows it. It is the last thing of `main`. */
export function BackToTop({ className = "" }: { className?: string }) {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (CSS.supports("animation-timeline: scroll()")) return;
    const look = () => setShown(window.scrollY > APPEARS_AFTER_PX);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);

  return (
    <a
      href="#top"
      onClick={jump}
      aria-label="Back to top"
      data-shown={shown || undefined}
      className={`btn btn-secondary round back-to-top ${className}`}
      {...useInertBehindDialog()}
    >
      <Icon of={ArrowUp} />
    </a>
  );
}
