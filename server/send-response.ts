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
import type { HttpContext } from "./http-context.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Smaller responses fit into one packet uncompressed. */
const MIN_COMPRESS_BYTES = 1_400;

/** For cached responses. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

/** For responses that are sent once: as small as fast brotli at less than half of its CPU time. */
const GZIP = { level: 4 };

const compressAsync = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Rendered completely before they are sent, and so buffered; other types are streamed. */
const BUFFERED_TYPES = /^(text\/html|application\/(json|manifest\+json))/;
const IS_TEXT = /^(text\/|application\/(json|manifest\+json|xml))/;

const encodingByHeader = new Map<string, string[]>();

/** The first of these that the client accepts. Parsed headers are cached: browsers send only a few. */
export function encodingFor({ req }: HttpContext, preferred: Encoding[]): Encoding {
  const header = req.headers["accept-encoding"] ?? "";
  const accepted = encodingByHeader.get(header) ?? new Negotiator(req).encodings();
  if (encodingByHeader.size < 200) encodingByHeader.set(header, accepted);
  return preferred.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

export const compressOnce = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === "br") return compressAsync.br(bytes, BROTLI);
  return encoding === "gzip" ? compressAsync.gzip(bytes, GZIP) : bytes;
};

/** Sends a response of the app. Its headers override the common ones. */
export async function send(exchange: HttpContext, response: Response) {
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
  if (BUFFERED_TYPES.test(type)) return sendBuffer(res, response, encoding);
  return stream(res, response.body, encoding);
}

/** Synchronous: another thread takes as long and a third more memory. */
const compressBuffer = (plain: Buffer, encoding: Encoding) =>
  encoding === "gzip" ? gzipSync(plain, GZIP) : compressOnce(plain, encoding);

async function sendBuffer(res: ServerResponse, response: Response, encoding: Encoding) {
  const plain = Buffer.from(await response.arrayBuffer());
  const isSmall = plain.length < MIN_COMPRESS_BYTES;
  const bytes = isSmall ? plain : await compressBuffer(plain, encoding);
  if (!isSmall && encoding !== "identity") res.setHeader("content-encoding", encoding);
  res.setHeader("content-length", bytes.length);
  res.end(bytes);
}

async function stream(res: ServerResponse, body: ReadableStream, encoding: Encoding) {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  if (encoding === "identity") return pipeline(source, res);
  res.setHeader("content-encoding", encoding);
  const compressor = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  return pipeline(source, compressor, res);
}
