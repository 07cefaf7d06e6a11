import type { OutgoingHttpHeaders } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { LRUCache } from "lru-cache";
import type { Validity } from "~/lib/http/cache-validity";
import type { CacheRule } from "~/lib/http/cacheable-routes";
import type { createPrunedBuilds } from "./pruned-builds.ts";
import { send, toCached, type CachedResponse, type FormTokens } from "./cached-response.ts";

/** What the app knows of responses that are the same for every anonymous visitor. */
export type ResponseCacheConfig = FormTokens & {
  routes: Readonly<Record<string, CacheRule>>;
  /** Called before a response is rendered. */
  trackValidity(rule: CacheRule, query: URLSearchParams): Validity;
};

type Builds = Pick<ReturnType<typeof createPrunedBuilds>, "match" | "memoize">;

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
    const rule = config.routes[builds.match(req.originalUrl).ids.at(-1) ?? ""];
    const { searchParams } = new URL(url);
    const isKnown = [...searchParams.keys()].every((name) => rule?.varyQuery?.includes(name));
    if (!rule || !isKnown) return undefined;
    const running = pending.get(url);
    if (running?.isUnchanged()) return running.response;

    const validity = config.trackValidity(rule, searchParams);
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
function renderer({ memoize }: Builds) {
  const handlerFor = memoize((build) => createRequestHandler(build));
  return ({ origin, originalUrl }: ExpressRequest, formTokenPlaceholder: string) =>
    handlerFor(originalUrl)(new Request(origin + originalUrl), { formTokenPlaceholder });
}

function isAnonymousRequest({ method, headers }: ExpressRequest) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}
