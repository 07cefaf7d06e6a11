import { clearManifest } from "./gate-storage";

const CACHE_NAME = "zoo-gate";
const PAGE_PATH = "/admin/dashboard/check-in";

/**
 * Stores this page and its files, for public/gate-worker.js to open it offline. Files of earlier builds are
 * dropped. If the browser rejects, the page still needs a connection to open.
 */
export async function cacheOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/gate-worker.js", { scope: PAGE_PATH });
  const page = await fetch(PAGE_PATH, { redirect: "manual" });
  if (!page.ok) return;

  const cache = await caches.open(CACHE_NAME);
  await cache.put(PAGE_PATH, page);
  const loadedUrls = performance.getEntriesByType("resource").map(({ name }) => name);
  const buildUrls = [...new Set(loadedUrls)].filter((name) => new URL(name).pathname.startsWith("/build/"));
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const currentUrls = [...buildUrls, new URL(PAGE_PATH, location.href).href];
  await cache.addAll(buildUrls.filter((url) => !cachedUrls.includes(url)));
  await Promise.all(
    cachedUrls.filter((url) => !currentUrls.includes(url)).map((url) => cache.delete(url)),
  );
}

/** On sign-out the list and the page are dropped. Unsent scans stay, for those people did come in. */
export async function clearGateData() {
  clearManifest();
  if ("caches" in window) await caches.delete(CACHE_NAME);
}
