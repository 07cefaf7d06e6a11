import { forgetList } from "./gate-storage";

const CACHE = "zoo-gate";
const PAGE = "/admin/dashboard/check-in";

/**
 * Stores this page and its files, for public/gate-worker.js to open it offline. Files of earlier builds are
 * dropped. If the browser refuses, the page still needs a connection to open.
 */
export async function keepOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/gate-worker.js", { scope: PAGE });
  const page = await fetch(PAGE, { redirect: "manual" });
  if (!page.ok) return;

  const cache = await caches.open(CACHE);
  await cache.put(PAGE, page);
  const used = performance.getEntriesByType("resource").map(({ name }) => name);
  const parts = [...new Set(used)].filter((name) => new URL(name).pathname.startsWith("/build/"));
  const kept = (await cache.keys()).map(({ url }) => url);
  const wanted = [...parts, new URL(PAGE, location.href).href];
  await cache.addAll(parts.filter((part) => !kept.includes(part)));
  await Promise.all(kept.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
}

/** On sign-out the list and the page are dropped. Unsent scans stay, for those people did come in. */
export async function forgetGate() {
  forgetList();
  if ("caches" in window) await caches.delete(CACHE);
}
