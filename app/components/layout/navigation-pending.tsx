import { useLocation, useNavigation } from "@remix-run/react";
import { FullScreenSpinner } from "~/components/ui/spinner";

export function NavigationPending() {
  const { pathname: currentPath } = useLocation();
  const { state, location } = useNavigation();
  if (state === "idle") return null;

  const nextPath = location.pathname;
  const checksSession =
    state === "loading" &&
    nextPath !== currentPath &&
    isGuarded(nextPath) &&
    !currentPath.startsWith("/admin");
  return (
    <>
      <div
        className="pending-bar fixed inset-x-0 top-0 z-70 h-[3px] bg-marigold"
        aria-hidden="true"
      />
      {checksSession && <FullScreenSpinner />}
    </>
  );
}

const isGuarded = (path: string) => /^\/(admin|login)(\/|$)/i.test(path);
