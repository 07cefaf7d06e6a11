import { hash, randomBytes } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createRequestHandler } from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { LRUCache } from "lru-cache";
import type { Validity } from "~/lib/http/cache-validity";
import type { App } from "~/start.server";
import type { PrunedBuilds } from "./pruned-builds.ts";

type Encoding = "br" | "gzip" | "identity";

/** Short ones as Latin-1 text, which Node sends with the headers in one write. */
type Body = string | Buffer;

type CachedResponse = {
  headers: string[];
  /** Of a 304: the browser keeps the others of the page that it has (RFC 9110, 15.4.5). */
  unchanged: string[];
  etag: string;
  page: Buffer;
  /** Where a page with a form has a placeholder: each response gets a token of its own. */
  tokenAt: number | undefined;
  encoded: Partial<Record<Encoding, Body>>;
};
type Entry = Pick<Validity, "isFresh"> & { response: CachedResponse };
type Pending = Pick<Validity, "isUnchanged"> & { response: Promise<CachedResponse | null> };

const CACHING = /^(cache-control|vary)$/;

/** Of about 50 KB, with its encodings. */
const MAX_RESPONSES = 500;

/** Differs at each start, because the data version begins again. */
const BOOT_ID = randomBytes(6).toString("base64url");

/**
 * Caches rendered responses until something that they show is written, or the clock next changes it. Requests with
 * cookies or credentials neither fill nor read the cache.
 */
export function createResponseCache(
  config: App["responseCache"],
  { match, memoize }: PrunedBuilds,
  handlerFor = memoize((build) => createRequestHandler(build)),
) {
  const { routes, dataVersion, createFormToken, formTokenPlaceholder } = config;
  const cache = new LRUCache<string, Entry>({ max: MAX_RESPONSES });
  const pending = new Map<string, Pending>();

  /**
   * Sends a fresh response. First of all handlers: its headers are stored with it. Responses of one turn of the event
   * loop leave together, because waking the receiving process for each would take as long as all else.
   */
  const serve: RequestHandler = (req, res, next) => {
    const entry = isAnonymousRequest(req) ? cache.get(urlOf(req)) : undefined;
    if (entry?.isFresh()) setImmediate(send, entry.response, req, res);
    else next();
  };

  /** Renders, stores and sends a response that is cacheable. */
  const fill: RequestHandler = (req, res, next) => {
    const rendered = isAnonymousRequest(req) ? renderOnce(req, res) : undefined;
    if (!rendered) return next();
    rendered.then((response) => {
      if (res.destroyed) return;
      if (response) send(response, req, res);
      else next();
    }, next);
  };

  function renderOnce(req: ExpressRequest, res: ExpressResponse) {
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
  async function renderAndStore(req: ExpressRequest, others: object, validity: Validity) {
    const rendered = await handlerFor(req.originalUrl)(new Request(urlOf(req)), {
      formTokenPlaceholder,
    });
    const own: Record<string, string> = Object.fromEntries(rendered.headers);
    const isNoStore = own["cache-control"]?.includes("no-store");
    if (rendered.status !== 200 || own["set-cookie"] || isNoStore) return null;
    const page = Buffer.from(await rendered.arrayBuffer());
    const vary = [own.vary, "Accept-Encoding"].filter(Boolean).join(", ");
    const { etag, "x-request-id": _, ...headers } = { ...others, ...own, vary } as typeof own;
    const field = page.indexOf(`value="${formTokenPlaceholder}"`);
    const entries = Object.entries(headers);
    const response: CachedResponse = {
      headers: entries.flat().map(String),
      unchanged: entries
        .filter(([name]) => CACHING.test(name))
        .flat()
        .map(String),
      etag: /"(.*)"/.exec(etag ?? "")?.[1] ?? hash("sha256", page, "base64url").slice(0, 22),
      page,
      tokenAt: field < 0 ? undefined : field + 'value="'.length,
      encoded: {},
    };
    const { isFresh } = validity;
    if (validity.isUnchanged()) cache.set(urlOf(req), { response, isFresh });
    return response;
  }

  function send(response: CachedResponse, req: ExpressRequest, res: ExpressResponse) {
    const { page, tokenAt, encoded } = response;
    const etag = `"${response.etag}${tokenAt === undefined ? "" : formVersion()}"`;
    const own = ["etag", `W/${etag}`, "x-request-id", String(req.id)];
    const known = req.headers["if-none-match"];
    if (known === "*" || known?.includes(etag))
      return void res.writeHead(304, [...response.unchanged, ...own]).end();
    const headers = [...response.headers, ...own];
    const encoding = encodingFor(req);
    const text =
      tokenAt === undefined
        ? (encoded[encoding] ??= encode(encoding, page, 5))
        : encode(encoding, withToken(page, tokenAt), 1);
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    headers.push("content-length", String(text.length));
    res.writeHead(200, headers).end(text, "latin1");
  }

  /** Changes with every write, so that the browser's cache never restores the token of a submitted form. */
  function formVersion() {
    const { all, availability } = dataVersion();
    return `.${BOOT_ID}.${all}.${availability}`;
  }

  function withToken(page: Buffer, at: number) {
    const after = page.subarray(at + formTokenPlaceholder.length);
    return Buffer.concat([page.subarray(0, at), Buffer.from(createFormToken()), after]);
  }

  return { serve, fill };
}

const urlOf = ({ origin, originalUrl }: ExpressRequest) => origin + originalUrl;

function isAnonymousRequest({ method, headers }: ExpressRequest) {
  const { cookie, authorization, origin, range } = headers;
  return (method === "GET" || method === "HEAD") && !cookie && !authorization && !origin && !range;
}

/** Node copies longer text once more. */
const MAX_TEXT = 14 * 1024;

/** Level 1 takes 50 (brotli) and 75 µs (gzip) for a page; level 4 of gzip 130, for 7 % fewer bytes. */
function encode(encoding: Encoding, page: Buffer, level: number): Body {
  const bytes = compress(encoding, page, level);
  return bytes.length <= MAX_TEXT ? bytes.toString("latin1") : bytes;
}

function compress(encoding: Encoding, page: Buffer, level: number) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  if (encoding === "br") return brotliCompressSync(page, { params });
  return encoding === "gzip" ? gzipSync(page, { level }) : page;
}

/** Brotli is worth more than what a client may prefer. */
function encodingFor(req: ExpressRequest): Encoding {
  const header = req.headers["accept-encoding"] ?? "";
  if (header === "gzip, deflate, br, zstd") return "br"; // of nearly every browser
  return (["br", "gzip"] as const).find((name) => req.acceptsEncodings(name)) ?? "identity";
}
