import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Longer than a hasty second press takes to come; the same in buttons.css. */
const SETTLES_MS = 600;

/**
 * A hasty second press lands on whatever is under the pointer by then, such as another row's button. So controls
 * that act (`.acts`) take no press while an answer is awaited, nor just after it.
 */
export function DoublePressGuard() {
  const { state } = useNavigation();
  const location = useLocation();

  useEffect(() => {
    const root = document.documentElement;
    root.dataset.settling = "";
    if (state !== "idle") return;
    const timer = setTimeout(() => delete root.dataset.settling, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [state, location]);

  return null;
}
