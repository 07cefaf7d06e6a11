import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import Negotiator from "negotiator";
import type { Exchange } from "./http-context.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Fits into one packet as it is. */
const SMALL = 1_400;

/** For what is compressed once and sent often. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

/** For what is sent once: less than half the work of the cheapest brotli that is worth it, and as few bytes. */
const GZIP = { level: 4 };

const smaller = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Drawn whole before the first byte leaves, so that they are compressed whole too. */
const IS_WHOLE = /^(text\/html|application\/(json|manifest\+json))/;
const IS_TEXT = /^(text\/|application\/(json|manifest\+json|xml))/;

const taken = new Map<string, string[]>();

/**
 * The first of these that the client accepts. Browsers send a handful of different lines, and each is parsed
 * once.
 */
export function encodingFor({ req }: Exchange, bestFirst: Encoding[]): Encoding {
  const asked = req.headers["accept-encoding"] ?? "";
  const accepted = taken.get(asked) ?? new Negotiator(req).encodings();
  if (taken.size < 200) taken.set(asked, accepted);
  return bestFirst.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

export const compressed = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === "br") return smaller.br(bytes, BROTLI);
  return encoding === "gzip" ? smaller.gzip(bytes, GZIP) : bytes;
};

/** Sends an answer of the app. What it says of itself takes the place of what every answer says. */
export async function send(exchange: Exchange, response: Response) {
  const { req, res } = exchange;
  const type = response.headers.get("content-type") ?? "";
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  if (IS_TEXT.test(type)) res.appendHeader("vary", "Accept-Encoding");
  if (!response.body || req.method === "HEAD") return void res.end();

  const encoding = IS_TEXT.test(type) ? encodingFor(exchange, ["gzip", "br"]) : "identity";
  if (IS_WHOLE.test(type)) return sendWhole(res, response, encoding);
  return stream(res, response.body, encoding);
}

/** Synchronous, because handing it to another thread takes as long and a third more memory. */
const squeezed = (plain: Buffer, encoding: Encoding) =>
  encoding === "gzip" ? gzipSync(plain, GZIP) : compressed(plain, encoding);

async function sendWhole(res: ServerResponse, response: Response, encoding: Encoding) {
  const plain = Buffer.from(await response.arrayBuffer());
  const isSmall = plain.length < SMALL;
  const bytes = isSmall ? plain : await squeezed(plain, encoding);
  if (!isSmall && encoding !== "identity") res.setHeader("content-encoding", encoding);
  res.setHeader("content-length", bytes.length);
  res.end(bytes);
}

async function stream(res: ServerResponse, body: ReadableStream, encoding: Encoding) {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  if (encoding === "identity") return pipeline(source, res);
  res.setHeader("content-encoding", encoding);
  const through = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  return pipeline(source, through, res);
}
