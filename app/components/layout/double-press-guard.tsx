import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Also in buttons.css. */
const SETTLES_MS = 600;

/** When a row leaves a list, the second click of a double click would hit the button of the next row. */
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
