import { useLocation, useNavigationType, type Location } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** Focus goes to the heading of a new page or what it says is first, to the trigger of a closed dialog, or to the pressed button or its row. */
export function RouteAnnouncer() {
  const location = useLocation();
  const arrival = useNavigationType();
  const previous = useRef(location);
  const pressed = usePressed();
  const [heading, setHeading] = useState("");

  useEffect(() => {
    const from = previous.current;
    previous.current = location;
    if (from === location) return;

    const moved = from.pathname !== location.pathname;
    // A form keeps the place for its errors, not for the page to which it leads.
    if (moved && arrival !== "POP" && !location.hash) window.scrollTo(0, 0);
    if (!moved && keepsFocus(from.search === location.search)) return;

    const named = document.getElementById(location.hash.slice(1));
    const actedOn = pressed.current.find((each) => each?.isConnected);
    const near = moved ? undefined : (named ?? dialogTrigger(from) ?? actedOn);
    const title = document.querySelector<HTMLElement>("h1");
    const target = near ?? document.querySelector<HTMLElement>("[data-first-focus]") ?? title;
    if (!target) return;
    if (target.tabIndex < 0) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
    if (moved) setHeading(title?.textContent ?? "");
  }, [location, arrival, pressed]);

  return (
    <p className="sr-only" aria-live="polite">
      {heading}
    </p>
  );
}

function dialogTrigger({ pathname, search }: Location) {
  if (!new URLSearchParams(search).has("confirm")) return undefined;
  return [...document.links].find((link) => link.pathname === pathname && link.search === search);
}

function keepsFocus(samePage: boolean) {
  const active = document.activeElement;
  if (!active || active === document.body) return false;
  return samePage || active.closest("form, dialog") !== null;
}

/** The control of `.acts` pressed last outside dialogs, and its row. */
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
