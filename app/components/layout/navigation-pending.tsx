import { useLocation, useNavigation } from "@remix-run/react";
import { FullScreenSpinner } from "~/components/ui/spinner";

/** A bar on the top edge while the next page is on its way; into the back office, the full screen. */
export function NavigationPending() {
  const { pathname: here } = useLocation();
  const { state, location } = useNavigation();
  if (state === "idle") return null;

  const there = location.pathname;
  const checksSession =
    state === "loading" && there !== here && isGuarded(there) && !here.startsWith("/admin");
  return (
    <>
      <div className="pending-bar" aria-hidden="true" />
      {checksSession && <FullScreenSpinner />}
    </>
  );
}

const isGuarded = (path: string) => /^\/(admin|login)(\/|$)/i.test(path);
