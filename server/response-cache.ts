import type { OutgoingHttpHeaders } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { LRUCache } from "lru-cache";
import type { CacheRule } from "~/lib/http/cacheable-routes";
import { send, toCached, type CachedResponse, type FormTokens } from "./cached-response.ts";

/** What the app knows of responses that are the same for every anonymous visitor. */
export type ResponseCacheConfig = FormTokens & {
  routes: Readonly<Record<string, CacheRule>>;
  /** When the clock alone next changes what such a response shows; UTC milliseconds. */
  nextTimedInvalidation(): number;
  /** When the next unpaid order expires and frees its places; UTC milliseconds. */
  nextExpiry(): number;
  /** What a page shows of the availability on a day. */
  availabilityOn(day: string): unknown;
};

type Builds = { leafFor(url: string): string | undefined; buildFor(url: string): ServerBuild };

/** `isUnchanged`: no relevant write happened. `isFresh`: the response at least still shows the same. */
type Validity = { isUnchanged(): boolean; isFresh(): boolean };
type Entry = Pick<Validity, "isFresh"> & { response: CachedResponse };
type Pending = Pick<Validity, "isUnchanged"> & { response: Promise<CachedResponse | null> };

const MAX_BYTES = 48 * 1024 * 1024;

/** Memory per response besides its text, generously estimated: encodings and headers. */
const ENTRY_OVERHEAD_BYTES = 4 * 1024;

/**
 * Caches rendered responses until something that they show is written, or the clock next changes it. Requests with
 * cookies or credentials neither fill nor read the cache.
 */
export function createResponseCache(
  config: ResponseCacheConfig,
  builds: Builds,
  render = renderer(builds),
) {
  const cache = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, url) =>
      response.page.length * 3 + url.length + ENTRY_OVERHEAD_BYTES,
  });
  const pending = new Map<string, Pending>();

  /** Sends a fresh response. First of all handlers: its headers are stored with it. */
  const serve: RequestHandler = (req, res, next) => {
    const entry = isAnonymousRequest(req) ? cache.get(urlOf(req)) : undefined;
    if (entry?.isFresh()) send(entry.response, config, req, res);
    else next();
  };

  /** Renders, stores and sends a response that is cacheable. */
  const fill: RequestHandler = (req, res, next) => {
    const rendered = isAnonymousRequest(req) ? renderOnce(req, res) : undefined;
    if (!rendered) return next();
    rendered.then((response) => {
      if (res.destroyed) return;
      if (response) send(response, config, req, res);
      else next();
    }, next);
  };

  function renderOnce(req: ExpressRequest, res: ExpressResponse) {
    const url = urlOf(req);
    const rule = config.routes[builds.leafFor(req.originalUrl) ?? ""];
    const { searchParams } = new URL(url);
    const isKnown = [...searchParams.keys()].every((name) => rule?.varyQuery?.includes(name));
    if (!rule || !isKnown) return undefined;
    const running = pending.get(url);
    if (running?.isUnchanged()) return running.response;

    const validity = trackValidity(config, rule, searchParams);
    const response = renderAndStore(req, validity, res.getHeaders()).finally(() => {
      if (pending.get(url)?.response === response) pending.delete(url);
    });
    pending.set(url, { ...validity, response });
    return response;
  }

  async function renderAndStore(
    req: ExpressRequest,
    { isUnchanged, isFresh }: Validity,
    commonHeaders: OutgoingHttpHeaders,
  ) {
    const rendered = await render(req, config.formTokenPlaceholder);
    const response = await toCached(rendered, commonHeaders, config);
    if (response && isUnchanged()) cache.set(urlOf(req), { isFresh, response });
    return response;
  }

  return { serve, fill };
}

const urlOf = ({ origin, originalUrl }: ExpressRequest) => origin + originalUrl;

/** Renders a page for anybody. */
const renderer = ({ buildFor }: Builds) => {
  const handlers = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>();
  return ({ origin, originalUrl }: ExpressRequest, formTokenPlaceholder: string) => {
    const build = buildFor(originalUrl);
    const handler = handlers.get(build) ?? createRequestHandler(build);
    handlers.set(build, handler);
    return handler(new Request(origin + originalUrl), { formTokenPlaceholder });
  };
};

/** Created before rendering: a write during rendering makes the response stale at once. */
function trackValidity(
  config: ResponseCacheConfig,
  rule: CacheRule,
  query: URLSearchParams,
): Validity {
  const { dataVersion, nextTimedInvalidation, nextExpiry } = config;
  const [from, until] = [Date.now(), nextTimedInvalidation()];
  const displayed = () => displayedAvailability(config, rule, query);
  const rendered = displayed();
  const { all } = dataVersion();
  let { availability } = dataVersion();
  let expiry = nextExpiry();

  /** False also when the clock was set back. */
  const isInTime = () => from <= Date.now() && Date.now() < until;
  const isBaseUnchanged = () => dataVersion().all === all && isInTime();
  const isUnchanged = () =>
    isBaseUnchanged() &&
    (!rule.availability || (dataVersion().availability === availability && Date.now() < expiry));

  /** Most bookings are for another day than the displayed one. */
  function isAvailabilitySame() {
    const now = dataVersion().availability;
    if (!isBaseUnchanged() || rendered === undefined || displayed() !== rendered) return false;
    [availability, expiry] = [now, nextExpiry()];
    return true;
  }
  return { isUnchanged, isFresh: () => isUnchanged() || isAvailabilitySame() };
}

/** Undefined where a response shows no availability, or that of many days. */
function displayedAvailability(
  { availabilityOn }: ResponseCacheConfig,
  { availability, varyQuery }: CacheRule,
  query: URLSearchParams,
) {
  if (!availability || !varyQuery?.includes(availability)) return undefined;
  return JSON.stringify(availabilityOn(query.get(availability) ?? ""));
}

function isAnonymousRequest({ method, headers }: ExpressRequest) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
