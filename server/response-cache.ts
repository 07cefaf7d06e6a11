import type { CacheRule } from "~/lib/http/cacheable-routes";
import type { RouteMatch } from "./request-handler.ts";
import type { HttpContext } from "./http-context.ts";
import { CachedResponse, type FormTokenSource } from "./cached-response.ts";

/** What the app knows of responses that are the same for every anonymous visitor. */
export type ResponseCacheConfig = FormTokenSource & {
  routes: Readonly<Record<string, CacheRule>>;
  /** When the clock alone next changes what such a response shows; UTC milliseconds. */
  nextTimedInvalidation(): number;
  /** When the next unpaid order expires and frees its places; UTC milliseconds. */
  nextExpiry(): number;
  /** What a page shows of the availability on a day. */
  availabilityOn(day: string): unknown;
};

type Options = {
  commonHeaders: Map<string, string>;
  matchRoute(path: string): RouteMatch;
  render(request: Request, context: { formTokenPlaceholder: string }): Promise<Response>;
};

/** The displayed availability now, to be compared. */
type AvailabilityKey = () => unknown;

/** `isUnchanged`: no relevant write happened. `isFresh`: the response at least still shows the same. */
type Validity = { isUnchanged(): boolean; isFresh(): boolean };
type Entry = Pick<Validity, "isFresh"> & { response: CachedResponse };
type Pending = Pick<Validity, "isUnchanged"> & { response: Promise<CachedResponse | null> };

const MAX_BYTES = 48 * 1024 * 1024;

/**
 * Caches rendered responses until something that they show is written, or the clock next changes it. Requests with
 * cookies or credentials neither fill nor read the cache.
 */
export function createResponseCache(
  config: ResponseCacheConfig,
  { commonHeaders, matchRoute, render }: Options,
) {
  const { get, set } = createStore();
  const pending = new Map<string, Pending>();

  /** The response to this request, rendered if need be; null when it is not cacheable. */
  return (context: HttpContext): CachedResponse | Promise<CachedResponse | null> | null => {
    if (!isAnonymousRequest(context)) return null;
    const url = context.origin + (context.req.url ?? "");
    const cached = get(url);
    if (cached?.isFresh()) return cached.response;

    const match = matchCacheRule(context, config, matchRoute(context.path)?.ids.at(-1));
    if (!match) return null;
    const running = pending.get(url);
    if (running?.isUnchanged()) return running.response;

    const current = trackValidity(config, match.availabilityKey);
    const response = renderAndStore(url, current).finally(() => {
      if (pending.get(url)?.response === response) pending.delete(url);
    });
    pending.set(url, { isUnchanged: current.isUnchanged, response });
    return response;
  };

  async function renderAndStore(url: string, { isUnchanged, isFresh }: Validity) {
    const { formTokenPlaceholder } = config;
    const rendered = await render(new Request(url), { formTokenPlaceholder });
    if (rendered.status !== 200 || rendered.headers.has("set-cookie")) return null;

    const response = new CachedResponse({
      text: Buffer.from(await rendered.arrayBuffer()),
      headers: rendered.headers,
      commonHeaders,
      tokens: config,
    });
    if (isUnchanged()) set(url, { isFresh, response });
    return response;
  }
}

/** Cached responses by URL, up to a total size; the oldest are evicted. */
function createStore() {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function set(url: string, entry: Entry) {
    remove(url);
    entries.set(url, entry);
    bytes += entry.response.size + url.length;
    for (const oldest of entries.keys()) {
      if (bytes <= MAX_BYTES) break;
      remove(oldest);
    }
  }

  function remove(url: string) {
    const entry = entries.get(url);
    if (entry && entries.delete(url)) bytes -= entry.response.size + url.length;
  }
  return { get: (url: string) => entries.get(url), set };
}

/** Undefined when the response is not cacheable; `availabilityKey` only where it shows availability. */
function matchCacheRule(
  { path, req }: HttpContext,
  config: ResponseCacheConfig,
  route: string | undefined,
) {
  const rule = config.routes[route ?? ""];
  const query = new URLSearchParams((req.url ?? "").slice(path.length + 1));
  const isKnown = [...query.keys()].every((name) => rule?.varyQuery?.includes(name));
  if (!rule || !isKnown) return undefined;
  const { availability = "" } = rule;
  const day = rule.varyQuery?.includes(availability) ? (query.get(availability) ?? "") : undefined;
  const availabilityKey: AvailabilityKey = () =>
    day === undefined ? Symbol("never the same") : JSON.stringify(config.availabilityOn(day));
  return { availabilityKey: availability ? availabilityKey : undefined };
}

/** Created before rendering: a write during rendering makes the response stale at once. */
function trackValidity(
  config: ResponseCacheConfig,
  availabilityKey: AvailabilityKey | undefined,
): Validity {
  const { dataVersion, nextTimedInvalidation, nextExpiry } = config;
  const [from, until] = [Date.now(), nextTimedInvalidation()];
  const renderedKey = availabilityKey?.();
  const { all } = dataVersion();
  let { availability } = dataVersion();
  let expiry = nextExpiry();

  /** False also when the clock was set back. */
  const isInTime = () => from <= Date.now() && Date.now() < until;
  const isBaseUnchanged = () => dataVersion().all === all && isInTime();
  const isUnchanged = () =>
    isBaseUnchanged() &&
    (!availabilityKey || (dataVersion().availability === availability && Date.now() < expiry));

  /** Most bookings are for another day than the displayed one. */
  function isAvailabilitySame() {
    const version = dataVersion().availability;
    if (!isBaseUnchanged() || availabilityKey?.() !== renderedKey) return false;
    [availability, expiry] = [version, nextExpiry()];
    return true;
  }
  return { isUnchanged, isFresh: () => isUnchanged() || isAvailabilitySame() };
}

function isAnonymousRequest({ req: { method, headers } }: HttpContext) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
