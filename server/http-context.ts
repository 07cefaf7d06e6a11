import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { Readable } from "node:stream";

/** One request on its way to its answer. */
export type Exchange = {
  req: IncomingMessage;
  res: ServerResponse;
  /** As it was asked for, without the query. */
  path: string;
  /** Scheme and host, as the visitor's browser has them. */
  origin: string;
  clientIp: string;
  /** Names this request in the log and in its answer, whatever the client calls it. */
  requestId: string;
};

/** Reads a request as the last of the trusted proxies saw it; what comes before those, anybody may claim. */
export const exchangeBehind =
  (proxies: number) =>
  (req: IncomingMessage, res: ServerResponse): Exchange => {
    const url = req.url ?? "/";
    const query = url.indexOf("?");
    const path = readable(query < 0 ? url : url.slice(0, query));
    req.url = query < 0 ? path : path + url.slice(query);
    const { host = "" } = req.headers;
    const clientIp = req.socket.remoteAddress ?? "";
    const requestId = randomUUID();
    req.headers["x-request-id"] = requestId;
    if (proxies === 0) return { req, res, path, origin: `http://${host}`, clientIp, requestId };

    const told = (name: string) => nearest(proxies, req.headers[`x-forwarded-${name}`]);
    const origin = `${told("proto") ?? "http"}://${told("host") ?? host}`;
    return { req, res, path, origin, clientIp: addressIn(told("for")) ?? clientIp, requestId };
  };

/**
 * A path with invalid percent-encoding matches nothing. Its percent signs are escaped so that it gets an ordinary
 * 404.
 */
function readable(path: string) {
  if (!path.includes("%")) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll("%", "%25");
  }
}

/**
 * The entry that the outermost trusted proxy wrote: each proxy appends the address it saw. Most write host and
 * scheme as one word instead of a list; then it is that word.
 */
function nearest(proxies: number, header: string | string[] | undefined) {
  const entries = String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries[Math.max(0, entries.length - proxies)];
}

/** An address as a proxy writes it: perhaps with a port, an IPv6 address then in brackets. */
function addressIn(entry: string | undefined) {
  if (!entry) return undefined;
  const bare = entry.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(bare) ? bare : undefined;
}

/** How a request was answered, once its connection is done with it: 499 where the client cut it off. */
export const statusOf = ({ writableFinished, statusCode }: ServerResponse) =>
  writableFinished ? statusCode : 499;

/** A body of up to this many bytes is read before its work begins: a stream would cost more. */
const SMALL_BODY = 64 * 1024;

export async function requestOf({ req, res, origin }: Exchange) {
  const { method = "GET" } = req;
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  const init = { method, headers: headersOf(req), signal: gone.signal };
  if (method === "GET" || method === "HEAD") return new Request(origin + req.url, init);
  const isSmall = Number(req.headers["content-length"] ?? Infinity) <= SMALL_BODY;
  res.once("finish", () => leave(req));
  const body = isSmall ? await whole(req) : (Readable.toWeb(req) as ReadableStream<Uint8Array>);
  return new Request(origin + req.url, { ...init, body, duplex: "half" });
}

/** As `buffer` of Node's stream/consumers, which goes a longer way, by a Blob. */
async function whole(req: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Reads the rest of a refused body, which would otherwise stand before the connection's next request. */
function leave(req: IncomingMessage) {
  if (!req.complete) req.removeAllListeners("data").resume();
}

/** The one list among them would be `set-cookie`, which no browser sends. */
function headersOf({ headers }: IncomingMessage) {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") all.set(name, value);
  }
  return all;
}
