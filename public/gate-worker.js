/*
 * Opens the gate's screen when there is no connection, and nothing else: the zoo's own answer comes first
 * wherever there is one. What is kept is put there by app/ui/gate/keep-page.ts.
 */
const CACHE = "zoo-gate";
const PAGE = "/admin/dashboard/check-in";
const PATIENCE_MS = 4_000;

const worker = /** @type {any} */ (self);
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** @param {Request} request */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return null;
  if (pathname.startsWith("/build/")) return keptFirst(request);
  return request.mode === "navigate" && pathname === PAGE ? zooFirst(request) : null;
}

/** Names in /build/ change with what is in them, so what is kept is right. @param {Request} request */
async function keptFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function zooFirst(request) {
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([fetch(request).catch(() => kept), late]);
}
