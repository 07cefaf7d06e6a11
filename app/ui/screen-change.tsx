import { useLocation, type Location } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Titles are fixed, so after a client-side navigation the heading takes the focus and is read out.
 * A search that narrows while it is typed, and a jump within the page, keep the focus where it is.
 * A question that is put away hands the focus back to the link that asked it.
 */
export function ScreenChange() {
  const location = useLocation();
  const previous = useRef(location);
  const [heading, setHeading] = useState("");

  useEffect(() => {
    const from = previous.current;
    previous.current = location;
    if (from === location) return;

    const moved = from.pathname !== location.pathname;
    if (!moved && isHeld(from.search === location.search)) return;

    const row = moved ? null : document.getElementById(location.hash.slice(1));
    const asker = moved || row ? undefined : askerOf(from);
    if (asker) return asker.focus();

    const target = row ?? document.querySelector("h1");
    if (!target) return;
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
    if (moved) setHeading(target.textContent ?? "");
  }, [location]);

  return (
    <p className="sr-only" aria-live="polite">
      {heading}
    </p>
  );
}

/** The link that leads to a question, once the question is gone from the address. */
function askerOf({ pathname, search }: Location) {
  if (!new URLSearchParams(search).has("confirm")) return undefined;
  return [...document.links].find((link) => link.pathname === pathname && link.search === search);
}

function isHeld(samePage: boolean) {
  const active = document.activeElement;
  if (!active || active === document.body) return false;
  return samePage || active.closest("form, dialog") !== null;
}
