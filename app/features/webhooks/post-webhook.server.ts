import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { cleanText } from "~/lib/text/clean-text";
import {
  addressProblem,
  checkedLookup,
  PrivateAddressError,
  resolveName,
} from "./public-address.server";
import { ANSWER_LENGTH, TIMEOUT_MS } from "./webhook.rules";

/** How a receiver answered: `status` is null when it did not, and then `text` says why. */
export type Answer = { status: number | null; text: string };

type Message = { url: string; headers: Record<string, string>; body: string };

export type PostOptions = { timeoutMs?: number; resolve?: typeof resolveName };

/** Bytes that are read, enough for the characters that are stored. */
const MAX_ANSWER_BYTES = 4 * ANSWER_LENGTH;

/** Sends a message once, following no redirect. Never rejects. */
export function postWebhook(
  { url, headers, body }: Message,
  { timeoutMs = TIMEOUT_MS, resolve = resolveName }: PostOptions = {},
): Promise<Answer> {
  const problem = addressProblem(url);
  if (problem) return Promise.resolve(failure(problem));
  const target = new URL(url);
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  const options = {
    method: "POST",
    agent: false, // a connection of its own, to the address that was checked
    lookup: checkedLookup(target, resolve),
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "Zoo-Verse-Webhooks/1",
    },
  };
  return new Promise((settle) => {
    const request = send(target, options, (response) => settle(readAnswer(response)));
    request.on("error", (error) => settle(failure(describe(error, timeoutMs))));
    // Without an error where the answer is another protocol.
    request.on("close", () => settle(failure("The receiver closed the connection")));
    request.end(body);
  });
}

/** The beginning of the answer; the rest is not waited for. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // It broke off, or took too long. The status has come.
  }
  response.destroy();
  return { status: response.statusCode ?? null, text: toText(Buffer.concat(chunks)) };
}

const failure = (text: string): Answer => ({ status: null, text });

/** An answer can hold any byte. */
const toText = (bytes: Buffer) =>
  Array.from(cleanText(bytes.toString().replaceAll("\0", "")).trim())
    .slice(0, ANSWER_LENGTH)
    .join("");

function describe(error: Error & { code?: string }, timeoutMs: number) {
  if (error instanceof PrivateAddressError) return error.message;
  if (error.name === "AbortError" || error.name === "TimeoutError")
    return `No answer within ${timeoutMs / 1000} seconds`;
  if (error.code === "ENOTFOUND" || error.code === "ENODATA") return "There is no such host name";
  if (error.code === "ECONNREFUSED") return "The receiver accepts no connection";
  return `No answer (${error.code ?? error.name})`;
}
