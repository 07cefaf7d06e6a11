import { createPath } from "@remix-run/react";
import { useEffect } from "react";

type Routes = typeof window.__remixRouter.routes;

/**
 * After an update of the site, the scripts of pages that an open tab has not been at are gone. Remix then loads the
 * page again that one is leaving: whoever has just booked would find an empty form. So the page that was wanted is
 * loaded whole instead.
 */
export function LostScripts() {
  useEffect(() => watch(window.__remixRouter.routes), []);
  return null;
}

/**
 * A tab from before an update may also fail on what the newer site sends it. Shown in place of a page that failed, this
 * loads it again with the scripts that go with it; the failure stays where the scripts are those of the site.
 */
export function useReloadAfterUpdate(address: string) {
  useEffect(() => {
    void isUpdated().then((updated) => updated && window.location.replace(address));
  }, [address]);
}

/** Each version of the site has a manifest of its own, and none of another. */
async function isUpdated() {
  try {
    const { url } = window.__remixManifest;
    return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false; // no connection, which is said already
  }
}

function watch(routes: Routes) {
  for (const route of routes) {
    const { id, lazy, children = [] } = route;
    if (lazy) route.lazy = () => orWholePage(id).then(lazy);
    watch(children);
  }
}

/** Resolves when the route's script is there; throws without connection, which is told in place of the page. */
async function orWholePage(id: string) {
  const script = window.__remixManifest.routes[id]?.module ?? "";
  try {
    await import(script);
  } catch {
    await fetch(script, { method: "HEAD", cache: "no-store" });
    const { state, location } = window.__remixRouter.state.navigation;
    if (state !== "loading") return;
    const wanted = createPath(location);
    if (wanted === createPath(window.location)) return; // going back, Remix reloads what is wanted
    window.location.assign(wanted);
    await new Promise(() => {}); // the page is going away
  }
}
