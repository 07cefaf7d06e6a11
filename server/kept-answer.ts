import { createHash } from "node:crypto";
import type { Exchange } from "./exchange.ts";
import { compressed, encodingFor, type Encoding } from "./send.ts";
import { Stamped } from "./stamped.ts";

type Drawn = {
  text: Buffer;
  /** What the answer says of itself. */
  said: Headers;
  /** What every answer says. */
  saidByAll: Map<string, string>;
  blankStamp: string;
  newStamp(): string;
  /** Changes with each write; a page with a form in it is another page after each. */
  version: string;
};

/** What an answer takes besides its text: its encodings and headers, generously. */
const OVERHEAD = 4 * 1024;

/** An answer that was drawn once and is sent many times. */
export class KeptAnswer {
  readonly size: number;
  readonly #text: Buffer;
  readonly #stamped: Stamped | undefined;
  readonly #newStamp: () => string;
  readonly #etag: string;
  readonly #headers: string[];
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor({ text, said, saidByAll, blankStamp, newStamp, version }: Drawn) {
    const gap = text.indexOf(`value="${blankStamp}"`);
    const start = gap + 'value="'.length;
    this.size = text.length * 2 + OVERHEAD;
    this.#text = text;
    this.#stamped = gap < 0 ? undefined : new Stamped(text, start, blankStamp.length);
    this.#newStamp = newStamp;
    // The stamp of a form that was sent must not come back from the browser's own store.
    this.#etag = said.get("etag") ?? tagOf(text, this.#stamped ? version : "");
    const vary = [said.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ");
    const all = new Map([
      ...saidByAll,
      ["cache-control", "private, no-cache"],
      ...said,
      ["etag", this.#etag],
      ["vary", vary],
    ]);
    this.#headers = [...all].flat();
  }

  send(exchange: Exchange): void | Promise<void> {
    const { req, res, requestId } = exchange;
    const head = [...this.#headers, "x-request-id", requestId];
    const asked = req.headers["if-none-match"];
    if (asked !== undefined && (asked === "*" || asked.includes(this.#etag.replace("W/", "")))) {
      res.writeHead(304, head).end();
      return;
    }
    if (this.#stamped) return this.#sendStamped(this.#stamped, exchange, head);
    const encoding = encodingFor(exchange, ["br", "gzip"]);
    const ready = this.#encoded.get(encoding);
    if (ready) return sendBytes(exchange, head, ready, encoding);
    return this.#encode(encoding).then((bytes) => sendBytes(exchange, head, bytes, encoding));
  }

  async #encode(encoding: Encoding) {
    const bytes = await compressed(this.#text, encoding);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }

  /** Only gzip lets a part of what is compressed be put in later. */
  #sendStamped(stamped: Stamped, exchange: Exchange, head: string[]) {
    const encoding = encodingFor(exchange, ["gzip"]);
    const stamp = this.#newStamp();
    const bytes = encoding === "gzip" ? stamped.gzip(stamp) : stamped.plain(stamp);
    sendBytes(exchange, head, bytes, encoding);
  }
}

const tagOf = (text: Buffer, version: string) =>
  `W/"${createHash("sha256").update(text).update(version).digest("base64url").slice(0, 22)}"`;

function sendBytes({ req, res }: Exchange, head: string[], bytes: Buffer, encoding: Encoding) {
  if (encoding !== "identity") head.push("content-encoding", encoding);
  head.push("content-length", String(bytes.length));
  res.writeHead(200, head).end(req.method === "HEAD" ? undefined : bytes);
}
