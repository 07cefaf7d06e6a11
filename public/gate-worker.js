/*
   Opens the gate's screen offline, and nothing else: the server's own answer comes first whenever there is one.
   The page is stored by app/features/gate/components/offline-cache.ts.
*/
const PATIENCE_MS = 4_000;

const worker = /** @type {any} */ (self);
/** That of staff, or that of a gate device. */
const PAGE = new URL(worker.registration.scope).pathname;
const CACHE = PAGE === "/gate" ? "zoo-gate-device" : "zoo-gate";
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
  const { pathname } = new URL(request.url);
  const isPage = request.mode === "navigate" && pathname === PAGE;
  if (request.method !== "GET") return isPage ? zooOrPage(request) : null;
  if (pathname.startsWith("/build/")) return keptFirst(request);
  return isPage ? zooFirst(request) : null;
}

/** Names in /build/ change with what is in them, so what is kept is right. @param {Request} request */
async function keptFirst(request) {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && !isPrivate(answer)) await keep(request, answer.clone()).catch(() => {}); // a device without room
  return answer;
}

/** @param {Response} answer */
const isPrivate = (answer) => /\bno-store\b/i.test(answer.headers.get("cache-control") ?? "");

/** Only beside the page, of one store: on sign-out all of it goes, and nothing may come after. @param {Request} request @param {Response} answer */
async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  if (await cache.match(PAGE)) await cache.put(request, answer);
}

const keptPage = () => caches.match(PAGE, { cacheName: CACHE });

/** @param {Request} request */
async function zooFirst(request) {
  const kept = await keptPage();
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([fetch(request).catch(() => kept), late]);
}

/** A scan that is sent before the page's script runs: it is not let in, and can be scanned again. @param {Request} request */
const zooOrPage = (request) =>
  fetch(request).catch(async (error) => (await keptPage()) ?? Promise.reject(error));
