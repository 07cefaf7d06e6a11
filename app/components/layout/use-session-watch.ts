import { useEffect } from "react";

/**
 * Back from a page that was left by signing out, Safari shows over plain http what it kept of this one, whatever
 * `no-store` says. Then the page is loaded again, which leads to the sign-in.
 */
export function useStillSignedIn() {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void leaveIfSignedOut().catch(() => {}); // without connection the gate goes on
    };
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);
}

async function leaveIfSignedOut() {
  const { type } = await fetch(location.href, { redirect: "manual" });
  if (type === "opaqueredirect") location.reload();
}
