import { hash, randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { LRUCache } from "lru-cache";

/** What cached pages with a form need. */
export type FormTokens = {
  /** Rises with each write of data that public pages show. */
  dataVersion(): { all: number; availability: number };
  createFormToken(): string;
  formTokenPlaceholder: string;
};

type Encoding = "br" | "gzip" | "identity";

/** A page with a form has a placeholder, which each response replaces by a token of its own. */
export type CachedResponse = {
  page: Buffer;
  tokenAt: number | undefined;
  headers: string[];
  etag: string;
  encoded: Partial<Record<Encoding, Buffer>>;
};

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** For a page that is compressed once. */
const SMALL = { br: brotli(7), gzip: { level: 6 } };

/** For a page with a token, in 50 and 75 µs; level 4 of gzip takes 130, for 7 % fewer bytes. */
const FAST = { br: brotli(1), gzip: { level: 1 } };

/** Differs at each start, because the data version begins again. */
const BOOT_ID = randomBytes(6).toString("base64url");

/** Null where the response must not be cached. `commonHeaders` are those that other handlers set. */
export async function toCached(
  rendered: Response,
  commonHeaders: OutgoingHttpHeaders,
  { formTokenPlaceholder }: FormTokens,
): Promise<CachedResponse | null> {
  const { headers: own } = rendered;
  if (rendered.status !== 200 || own.has("set-cookie") || isNoStore(own)) return null;
  const page = Buffer.from(await rendered.arrayBuffer());
  const [, etag = hash("sha256", page, "base64url").slice(0, 22)] =
    /^W?\/?"(.*)"$/.exec(rendered.headers.get("etag") ?? "") ?? [];
  const vary = [rendered.headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ");
  const headers = { ...commonHeaders, ...Object.fromEntries(rendered.headers), vary };
  const field = page.indexOf(`value="${formTokenPlaceholder}"`);
  const response: CachedResponse = {
    page,
    tokenAt: field < 0 ? undefined : field + 'value="'.length,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      /^(etag|x-request-id)$/.test(name) ? [] : [name, String(value)],
    ),
    etag,
    encoded: { identity: page },
  };
  if (field < 0) {
    [response.encoded.br, response.encoded.gzip] = await Promise.all([
      promisify(brotliCompress)(page, SMALL.br),
      promisify(gzip)(page, SMALL.gzip),
    ]);
  }
  return response;
}

const isNoStore = (headers: Headers) => /\bno-store\b/i.test(headers.get("cache-control") ?? "");

export function send(
  response: CachedResponse,
  tokens: FormTokens,
  req: ExpressRequest,
  res: ExpressResponse,
) {
  const etag = response.etag + (response.tokenAt === undefined ? "" : versionOf(tokens));
  const headers = [...response.headers, "etag", `W/"${etag}"`, "x-request-id", String(req.id)];
  const known = req.headers["if-none-match"];
  if (known === "*" || known?.includes(`"${etag}"`)) {
    res.writeHead(304, headers).end();
    return;
  }
  const accepted = acceptedEncodings.memo(req.headers["accept-encoding"] ?? "", { context: req });
  const [encoding, bytes] =
    response.tokenAt === undefined
      ? encodingOf(response, accepted)
      : withToken(response.page, response.tokenAt, tokens, accepted);
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  headers.push("content-length", String(bytes.length));
  res.writeHead(200, headers).end(bytes);
}

/** Changes with every write, so that the browser's cache never restores the token of a submitted form. */
function versionOf({ dataVersion }: FormTokens) {
  const { all, availability } = dataVersion();
  return `.${BOOT_ID}.${all}.${availability}`;
}

/** By header: browsers send only a few different ones. */
const acceptedEncodings = new LRUCache<string, Encoding[], ExpressRequest>({
  max: 200,
  memoMethod: (_header, _stale, { context: req }) =>
    (["br", "gzip"] as const).filter((encoding) => req.acceptsEncodings(encoding)),
});

function encodingOf({ page, encoded }: CachedResponse, accepted: Encoding[]) {
  const encoding = accepted[0] ?? "identity";
  return [encoding, encoded[encoding] ?? page] as const;
}

function withToken(
  page: Buffer,
  tokenAt: number,
  { createFormToken, formTokenPlaceholder }: FormTokens,
  accepted: Encoding[],
) {
  const before = page.subarray(0, tokenAt);
  const after = page.subarray(tokenAt + formTokenPlaceholder.length);
  const filled = Buffer.concat([before, Buffer.from(createFormToken()), after]);
  if (accepted.includes("br")) return ["br", brotliCompressSync(filled, FAST.br)] as const;
  if (accepted.includes("gzip")) return ["gzip", gzipSync(filled, FAST.gzip)] as const;
  return ["identity", filled] as const;
}
