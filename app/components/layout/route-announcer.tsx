import { useLocation, type Location } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Titles are fixed, so after a client-side navigation the heading takes the focus and is read out. A search that
 * narrows while it is typed, and a jump within the page, keep the focus where it is. Closing a question returns
 * the focus to the link that asked it; an action returns it to its button, or to the row when the button is gone.
 */
export function ScreenChange() {
  const location = useLocation();
  const previous = useRef(location);
  const pressed = usePressed();
  const [heading, setHeading] = useState("");

  useEffect(() => {
    const from = previous.current;
    previous.current = location;
    if (from === location) return;

    const moved = from.pathname !== location.pathname;
    if (!moved && isHeld(from.search === location.search)) return;

    const named = document.getElementById(location.hash.slice(1));
    const actedOn = pressed.current.find((each) => each?.isConnected);
    const near = moved ? undefined : (named ?? askerOf(from) ?? actedOn);
    const target = near ?? document.querySelector<HTMLElement>("h1");
    if (!target) return;
    if (target.tabIndex < 0) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
    if (moved) setHeading(target.textContent ?? "");
  }, [location, pressed]);

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

/**
 * The control pressed last, if it acts on something, and its row. Presses in a dialog do not count: it only asks.
 */
function usePressed() {
  const pressed = useRef<(HTMLElement | null | undefined)[]>([]);

  useEffect(() => {
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const control = target.closest<HTMLElement>(".acts :is(a, button)");
      pressed.current = [control, control?.closest<HTMLElement>("tr[id]")];
    };
    document.addEventListener("click", remember, true);
    return () => document.removeEventListener("click", remember, true);
  }, []);

  return pressed;
}
