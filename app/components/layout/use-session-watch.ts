import { useEffect } from "react";

/** Safari restores pages over plain http in spite of `no-store`: reloads the page if the session has ended. */
export function useSessionWatch() {
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void leaveIfSignedOut().catch(() => {}); // check-in works offline
    };
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
}

async function leaveIfSignedOut() {
  const { type } = await fetch(location.href, { redirect: "manual" });
  if (type === "opaqueredirect") location.reload();
}
