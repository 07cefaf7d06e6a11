import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { Readable } from "node:stream";

/** One request and its response. */
export type HttpContext = {
  req: IncomingMessage;
  res: ServerResponse;
  /** Without the query. */
  path: string;
  /** Scheme and host as in the browser's address bar. */
  origin: string;
  clientIp: string;
  /** In the log and the response; a client's own id is ignored. */
  requestId: string;
};

/** Reads a request as the outermost of `proxies` trusted proxies saw it; earlier entries may be forged. */
export const createHttpContext =
  (proxies: number) =>
  (req: IncomingMessage, res: ServerResponse): HttpContext => {
    const url = req.url ?? "/";
    const query = url.indexOf("?");
    const path = escapeInvalidPath(query < 0 ? url : url.slice(0, query));
    req.url = query < 0 ? path : path + url.slice(query);
    const { host = "" } = req.headers;
    const clientIp = req.socket.remoteAddress ?? "";
    const requestId = randomUUID();
    req.headers["x-request-id"] = requestId;
    if (proxies === 0) return { req, res, path, origin: `http://${host}`, clientIp, requestId };

    const forwarded = (name: string) => fromRight(proxies, req.headers[`x-forwarded-${name}`]);
    const origin = `${forwarded("proto") ?? "http"}://${forwarded("host") ?? host}`;
    return {
      req,
      res,
      path,
      origin,
      clientIp: parseForwardedAddress(forwarded("for")) ?? clientIp,
      requestId,
    };
  };

/** Escapes the percent signs of a path with invalid encoding, so that it gets an ordinary 404. */
function escapeInvalidPath(path: string) {
  if (!path.includes("%")) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll("%", "%25");
  }
}

/** The entry of the outermost trusted proxy: each appends one. Host and scheme are often a single entry. */
function fromRight(proxies: number, header: string | string[] | undefined) {
  const entries = String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries[Math.max(0, entries.length - proxies)];
}

/** The address may have a port, an IPv6 address then brackets. */
function parseForwardedAddress(entry: string | undefined) {
  if (!entry) return undefined;
  const bare = entry.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(bare) ? bare : undefined;
}

/** 499 when the client disconnected before the end of the response. */
export const statusForError = ({ writableFinished, statusCode }: ServerResponse) =>
  writableFinished ? statusCode : 499;

/** Bodies up to this size are buffered, which is cheaper than a stream. */
const BUFFERED_BODY_MAX = 64 * 1024;

export async function toWebRequest({ req, res, origin }: HttpContext) {
  const { method = "GET" } = req;
  const disconnected = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) disconnected.abort();
  });
  const init = { method, headers: toWebHeaders(req), signal: disconnected.signal };
  if (method === "GET" || method === "HEAD") return new Request(origin + req.url, init);
  const isSmall = Number(req.headers["content-length"] ?? Infinity) <= BUFFERED_BODY_MAX;
  res.once("finish", () => discardBody(req));
  const body = isSmall ? await readBody(req) : (Readable.toWeb(req) as ReadableStream<Uint8Array>);
  return new Request(origin + req.url, { ...init, body, duplex: "half" });
}

/** Faster than `buffer` of Node's stream/consumers, which creates a Blob. */
async function readBody(req: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Drains an unread body, so that the connection can be reused. */
function discardBody(req: IncomingMessage) {
  if (!req.complete) req.removeAllListeners("data").resume();
}

/** Only `set-cookie` would be an array, and requests have none. */
function toWebHeaders({ headers }: IncomingMessage) {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") result.set(name, value);
  }
  return result;
}
