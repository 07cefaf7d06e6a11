import { DEVICE_GATE_PATH } from "~/features/gate-devices/gate-device.rules";
import { gatePlace, type GatePlace } from "./gate-place";
import { clearManifest } from "./gate-storage";

/** As in public/gate-worker.js. */
const cacheName = (place: GatePlace) =>
  place === DEVICE_GATE_PATH ? "zoo-gate-device" : "zoo-gate";

/** Caches this page and its files for public/gate-worker.js. Deletes files of earlier builds. */
export async function cacheOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  const pagePath = gatePlace();
  await navigator.serviceWorker.register("/gate-worker.js", { scope: pagePath });
  const page = await fetch(pagePath, { redirect: "manual" });
  if (!page.ok) return;

  const cache = await caches.open(cacheName(pagePath));
  await cache.put(pagePath, page);
  const loadedUrls = performance.getEntriesByType("resource").map(({ name }) => name);
  const buildUrls = [...new Set(loadedUrls)].filter((name) =>
    new URL(name).pathname.startsWith("/build/"),
  );
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const currentUrls = [...buildUrls, new URL(pagePath, location.href).href];
  await cache.addAll(buildUrls.filter((url) => !cachedUrls.includes(url)));
  await Promise.all(
    cachedUrls.filter((url) => !currentUrls.includes(url)).map((url) => cache.delete(url)),
  );
}

/** Unsent scans are retained, because those people were admitted. */
export async function clearGateData(place: GatePlace) {
  clearManifest(place);
  if ("caches" in window) await caches.delete(cacheName(place));
}
