import { createPath } from "@remix-run/react";
import { useEffect } from "react";

type Routes = typeof window.__remixRouter.routes;

/** Remix would reload the current page, and lose its input, when a deployment has removed the next page's script. */
export function ReloadOnStaleAssets() {
  useEffect(() => patchRoutes(window.__remixRouter.routes), []);
  return null;
}

/** On an error page: reloads once if the site has been updated since this tab was opened. */
export function useReloadAfterUpdate(url: string) {
  useEffect(() => {
    void isUpdated().then((updated) => updated && window.location.replace(url));
  }, [url]);
}

async function isUpdated() {
  try {
    const { url } = window.__remixManifest;
    return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false; // no connection: the error page already says so
  }
}

function patchRoutes(routes: Routes) {
  for (const route of routes) {
    const { id, lazy, children = [] } = route;
    if (lazy) route.lazy = () => withFullReload(id).then(lazy);
    patchRoutes(children);
  }
}

/** Resolves when the route's script is available; throws without connection. */
async function withFullReload(id: string) {
  const script = window.__remixManifest.routes[id]?.module ?? "";
  try {
    await import(script);
  } catch {
    await fetch(script, { method: "HEAD", cache: "no-store" });
    const { state, location } = window.__remixRouter.state.navigation;
    if (state !== "loading") return;
    const target = createPath(location);
    if (target === createPath(window.location)) return; // Remix reloads the page itself when going back
    window.location.assign(target);
    await new Promise(() => {});
  }
}
