import { hash, randomBytes } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type * as express from "express";
import { LRUCache } from "lru-cache";
import type { Validity } from "~/lib/http/cache-validity";
import type { App } from "~/start.server";
import type { PrunedHandlers } from "./pruned-handlers.ts";

type Encoding = "br" | "gzip" | "identity";

type CachedResponse = {
  headers: string[];
  etag: string;
  /** Latin-1: a character for each byte. */
  page: string;
  /** Each response of a page with a form gets a token of its own. */
  hasToken: boolean;
  encoded: Partial<Record<Encoding, string | Buffer>>;
};
type Entry = Pick<Validity, "isFresh"> & { response: CachedResponse };
type Pending = Pick<Validity, "isUnchanged"> & { response: Promise<CachedResponse | null> };

/** Differs at each start, because the data version begins again. */
const BOOT_ID = randomBytes(6).toString("base64url");

/**
 * Caches rendered responses until something that they show is written, or the clock next changes it. Requests with
 * cookies or credentials neither fill nor read the cache.
 */
export function createResponseCache(
  config: App["responseCache"],
  { match, handlerFor }: PrunedHandlers,
) {
  const { routes, dataVersion, createFormToken, formTokenPlaceholder } = config;
  const cache = new LRUCache<string, Entry>({ max: 500 }); // of about 50 KB each, with their encodings
  const pending = new Map<string, Pending>();

  /**
   * Sends a fresh response. First of all handlers: its headers are stored with it. Responses of one turn of the event
   * loop leave together, because waking the receiving process for each would take as long as all else.
   */
  const serve: express.RequestHandler = (req, res, next) => {
    const entry = isAnonymousRequest(req) ? cache.get(urlOf(req)) : undefined;
    if (entry?.isFresh()) setImmediate(send, entry.response, req, res);
    else next();
  };

  /** Renders, stores and sends a response that is cacheable. */
  const fill: express.RequestHandler = (req, res, next) => {
    const rendered = isAnonymousRequest(req) ? renderOnce(req, res) : undefined;
    if (!rendered) return next();
    rendered.then((response) => {
      if (res.destroyed) return;
      if (response) send(response, req, res);
      else next();
    }, next);
  };

  function renderOnce(req: express.Request, res: express.Response) {
    const url = urlOf(req);
    const rule = routes[match(req.originalUrl).ids.at(-1) ?? ""];
    const { searchParams } = new URL(url);
    const isKnown = [...searchParams.keys()].every((name) => rule?.varyQuery?.includes(name));
    if (!rule || !isKnown) return undefined;
    const running = pending.get(url);
    if (running?.isUnchanged()) return running.response;

    const validity = config.trackValidity(rule, searchParams);
    const response = renderAndStore(req, res.getHeaders(), validity).finally(() => {
      if (pending.get(url)?.response === response) pending.delete(url);
    });
    pending.set(url, { ...validity, response });
    return response;
  }

  /** Null where the response must not be cached. `others` are the headers of other handlers. */
  async function renderAndStore(req: express.Request, others: object, validity: Validity) {
    const request = new Request(urlOf(req));
    const rendered = await handlerFor(req.originalUrl)(request, { formTokenPlaceholder });
    const own: Record<string, string> = Object.fromEntries(rendered.headers);
    const isNoStore = own["cache-control"]?.includes("no-store");
    if (rendered.status !== 200 || own["set-cookie"] || isNoStore) return null;
    const page = Buffer.from(await rendered.arrayBuffer()).toString("latin1");
    const vary = [own.vary, "Accept-Encoding"].filter(Boolean).join(", ");
    const { etag, "x-request-id": _, ...headers } = { ...others, ...own, vary } as typeof own;
    const response: CachedResponse = {
      headers: Object.entries(headers).flat().map(String),
      etag: /"(.*)"/.exec(etag ?? "")?.[1] ?? hash("sha256", page, "base64url").slice(0, 22),
      page,
      hasToken: page.includes(formTokenPlaceholder),
      encoded: {},
    };
    if (validity.isUnchanged()) cache.set(urlOf(req), { response, isFresh: validity.isFresh });
    return response;
  }

  function send(response: CachedResponse, req: express.Request, res: express.Response) {
    const { page, hasToken, encoded } = response;
    const { all, availability } = dataVersion();
    // Changes with every write, so that the browser's cache never restores the token of a submitted form.
    const etag = `"${response.etag}${hasToken ? `.${BOOT_ID}.${all}.${availability}` : ""}"`;
    const headers = [...response.headers, "etag", `W/${etag}`, "x-request-id", String(req.id)];
    const known = req.headers["if-none-match"];
    if (known === "*" || known?.includes(etag)) return void res.writeHead(304, headers).end();
    const encoding = encodingFor(req);
    const text = hasToken
      ? encode(encoding, page.replace(formTokenPlaceholder, createFormToken), 1)
      : (encoded[encoding] ??= encode(encoding, page, 5));
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    headers.push("content-length", String(text.length));
    res.writeHead(200, headers).end(text, "latin1");
  }

  return { serve, fill };
}

const urlOf = ({ origin, originalUrl }: express.Request) => origin + originalUrl;

function isAnonymousRequest({ method, headers }: express.Request) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}

/** Short ones as text, which Node sends with the headers in one write; longer text it would copy once more. */
function encode(encoding: Encoding, page: string, level: number) {
  const bytes = compress(encoding, Buffer.from(page, "latin1"), level);
  return bytes.length <= 14 * 1024 ? bytes.toString("latin1") : bytes;
}

/** Level 1 takes 50 (brotli) and 75 µs (gzip) for a page; level 4 of gzip 130, for 7 % fewer bytes. */
function compress(encoding: Encoding, page: Buffer, level: number) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  if (encoding === "br") return brotliCompressSync(page, { params });
  return encoding === "gzip" ? gzipSync(page, { level }) : page;
}

/** Brotli is worth more than what a client may prefer. */
function encodingFor(req: express.Request): Encoding {
  const header = req.headers["accept-encoding"] ?? "";
  if (header === "gzip, deflate, br, zstd") return "br"; // of nearly every browser
  return (["br", "gzip"] as const).find((name) => req.acceptsEncodings(name)) ?? "identity";
}
