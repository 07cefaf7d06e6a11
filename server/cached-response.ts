import { hash, randomBytes } from "node:crypto";
import type { HttpContext } from "./http-context.ts";
import { compressOnce, encodingFor, type Encoding } from "./send-response.ts";
import { GzipTemplate } from "./gzip-template.ts";

/** What cached pages with a form need. */
export type FormTokenSource = {
  /** Rises with each write of data that public pages show. */
  dataVersion(): { all: number; availability: number };
  createFormToken(): string;
  formTokenPlaceholder: string;
};

type Rendered = {
  text: Buffer;
  /** They override the common headers. */
  headers: Headers;
  commonHeaders: Map<string, string>;
  tokens: FormTokenSource;
};

/** Memory per response besides its text, generously estimated: encodings and headers. */
const ENTRY_OVERHEAD_BYTES = 4 * 1024;

/** Differs at each start, because the data version begins again. */
const BOOT_ID = randomBytes(6).toString("base64url");

/** A response that is rendered once and sent many times; each copy of a form gets a token of its own. */
export class CachedResponse {
  readonly size: number;
  readonly #text: Buffer;
  readonly #template: GzipTemplate | undefined;
  readonly #tokens: FormTokenSource;
  readonly #etag: string;
  readonly #headers: string[];
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor({ text, headers, commonHeaders, tokens }: Rendered) {
    const { formTokenPlaceholder } = tokens;
    const gap = text.indexOf(`value="${formTokenPlaceholder}"`);
    const start = gap + 'value="'.length;
    this.size = text.length * 2 + ENTRY_OVERHEAD_BYTES;
    this.#text = text;
    this.#template =
      gap < 0 ? undefined : new GzipTemplate(text, start, formTokenPlaceholder.length);
    this.#tokens = tokens;
    this.#etag = parseEtag(headers) ?? hash("sha256", text, "base64url").slice(0, 22);
    const vary = [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ");
    const all = new Map([...commonHeaders, ...headers, ["vary", vary]]);
    all.delete("etag");
    this.#headers = [...all].flat();
  }

  send(context: HttpContext): void | Promise<void> {
    const { req, res, requestId } = context;
    const etag = this.#template ? this.#versionedEtag() : this.#etag;
    const headers = [...this.#headers, "etag", `W/"${etag}"`, "x-request-id", requestId];
    const ifNoneMatch = req.headers["if-none-match"];
    if (ifNoneMatch !== undefined && (ifNoneMatch === "*" || ifNoneMatch.includes(`"${etag}"`))) {
      res.writeHead(304, headers).end();
      return;
    }
    if (this.#template) return this.#sendWithToken(this.#template, context, headers);
    const encoding = encodingFor(context, ["br", "gzip"]);
    const encoded = this.#encoded.get(encoding);
    if (encoded) return writeBody(context, headers, encoded, encoding);
    return this.#encode(encoding).then((bytes) => writeBody(context, headers, bytes, encoding));
  }

  /** Changes with every write, so that the browser's cache never restores the token of a submitted form. */
  #versionedEtag() {
    const { all, availability } = this.#tokens.dataVersion();
    return `${this.#etag}.${BOOT_ID}.${all}.${availability}`;
  }

  async #encode(encoding: Encoding) {
    const bytes = await compressOnce(this.#text, encoding);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }

  /** Gzip only: a part of a brotli stream cannot be filled in later. */
  #sendWithToken(template: GzipTemplate, context: HttpContext, headers: string[]) {
    const encoding = encodingFor(context, ["gzip"]);
    const token = this.#tokens.createFormToken();
    const bytes = encoding === "gzip" ? template.gzip(token) : template.plain(token);
    writeBody(context, headers, bytes, encoding);
  }
}

const parseEtag = (headers: Headers) => /^W?\/?"(.*)"$/.exec(headers.get("etag") ?? "")?.[1];

function writeBody(
  { req, res }: HttpContext,
  headers: string[],
  bytes: Buffer,
  encoding: Encoding,
) {
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  headers.push("content-length", String(bytes.length));
  res.writeHead(200, headers).end(req.method === "HEAD" ? undefined : bytes);
}
