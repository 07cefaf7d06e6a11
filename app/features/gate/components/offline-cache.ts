import { clearManifest } from "./gate-storage";

const CACHE_NAME = "zoo-gate";
const PAGE_PATH = "/admin/dashboard/check-in";

/** Caches this page and its files for public/gate-worker.js. Deletes files of earlier builds. */
export async function cacheOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/gate-worker.js", { scope: PAGE_PATH });
  const page = await fetch(PAGE_PATH, { redirect: "manual" });
  if (!page.ok) return;

  const cache = await caches.open(CACHE_NAME);
  await cache.put(PAGE_PATH, page);
  const loadedUrls = performance.getEntriesByType("resource").map(({ name }) => name);
  const buildUrls = [...new Set(loadedUrls)].filter((name) =>
    new URL(name).pathname.startsWith("/build/"),
  );
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const currentUrls = [...buildUrls, new URL(PAGE_PATH, location.href).href];
  await cache.addAll(buildUrls.filter((url) => !cachedUrls.includes(url)));
  await Promise.all(
    cachedUrls.filter((url) => !currentUrls.includes(url)).map((url) => cache.delete(url)),
  );
}

/** Unsent scans are retained, because those people were admitted. */
export async function clearGateData() {
  clearManifest();
  if ("caches" in window) await caches.delete(CACHE_NAME);
}
