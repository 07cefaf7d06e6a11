import { hash, randomBytes } from "node:crypto";
import type { Exchange } from "./http-context.ts";
import { compressed, encodingFor, type Encoding } from "./send-response.ts";
import { Stamped } from "./gzip-template.ts";

/** What pages with a form in them need. */
export type Stamping = {
  /** How often the data that public pages show has been written so far. */
  written(): { anything: number; places: number };
  newStamp(): string;
  blankStamp: string;
};

type Drawn = {
  text: Buffer;
  /** What the answer says of itself. */
  headers: Headers;
  /** What every answer says. */
  commonHeaders: Map<string, string>;
  keeping: Stamping;
};

/** Memory that an answer takes besides its text, generously estimated: encodings and headers. */
const OVERHEAD = 4 * 1024;

/** Differs at each start, because the counts of writes begin again. */
const START = randomBytes(6).toString("base64url");

/** An answer that was drawn once and is sent many times. */
export class KeptAnswer {
  readonly size: number;
  readonly #text: Buffer;
  readonly #stamped: Stamped | undefined;
  readonly #keeping: Stamping;
  readonly #tag: string;
  readonly #headers: string[];
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor({ text, headers, commonHeaders, keeping }: Drawn) {
    const gap = text.indexOf(`value="${keeping.blankStamp}"`);
    const start = gap + 'value="'.length;
    this.size = text.length * 2 + OVERHEAD;
    this.#text = text;
    this.#stamped = gap < 0 ? undefined : new Stamped(text, start, keeping.blankStamp.length);
    this.#keeping = keeping;
    this.#tag = tagIn(headers) ?? hash("sha256", text, "base64url").slice(0, 22);
    const vary = [headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ");
    const all = new Map([...commonHeaders, ...headers, ["vary", vary]]);
    all.delete("etag");
    this.#headers = [...all].flat();
  }

  send(exchange: Exchange): void | Promise<void> {
    const { req, res, requestId } = exchange;
    const tag = this.#stamped ? this.#tagNow() : this.#tag;
    const head = [...this.#headers, "etag", `W/"${tag}"`, "x-request-id", requestId];
    const asked = req.headers["if-none-match"];
    if (asked !== undefined && (asked === "*" || asked.includes(`"${tag}"`))) {
      res.writeHead(304, head).end();
      return;
    }
    if (this.#stamped) return this.#sendStamped(this.#stamped, exchange, head);
    const encoding = encodingFor(exchange, ["br", "gzip"]);
    const ready = this.#encoded.get(encoding);
    if (ready) return sendBytes(exchange, head, ready, encoding);
    return this.#encode(encoding).then((bytes) => sendBytes(exchange, head, bytes, encoding));
  }

  /** Changes with every write: the browser's own store must not bring back the stamp of a form already sent. */
  #tagNow() {
    const { anything, places } = this.#keeping.written();
    return `${this.#tag}.${START}.${anything}.${places}`;
  }

  async #encode(encoding: Encoding) {
    const bytes = await compressed(this.#text, encoding);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }

  /** Only gzip lets part of a compressed page be filled in later. */
  #sendStamped(stamped: Stamped, exchange: Exchange, head: string[]) {
    const encoding = encodingFor(exchange, ["gzip"]);
    const stamp = this.#keeping.newStamp();
    const bytes = encoding === "gzip" ? stamped.gzip(stamp) : stamped.plain(stamp);
    sendBytes(exchange, head, bytes, encoding);
  }
}

const tagIn = (headers: Headers) => /^W?\/?"(.*)"$/.exec(headers.get("etag") ?? "")?.[1];

function sendBytes({ req, res }: Exchange, head: string[], bytes: Buffer, encoding: Encoding) {
  if (encoding !== "identity") head.push("content-encoding", encoding);
  head.push("content-length", String(bytes.length));
  res.writeHead(200, head).end(req.method === "HEAD" ? undefined : bytes);
}
