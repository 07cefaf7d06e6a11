import type * as z from "zod";
import { ProviderError } from "../provider";
import { withoutPersonalData } from "./error-text.server";

export type Call = {
  /** As error messages name it. */
  provider: string;
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | URLSearchParams;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4 << 20;
const MAX_RETRY_AFTER = 3600;
const DEFAULT_RETRY_AFTER = 5;

/** The connection failed before the request was sent. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** What the provider responds, validated. Every failure is a ProviderError. */
export async function callProvider<T>(call: Call, schema: z.ZodType<T>): Promise<T> {
  const { response, text } = await send(call);
  const body = parseJson(text);
  if (!response.ok) throw responseError(call, response, body);
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ProviderError("indeterminate", `${call.provider} sent an unexpected response`);
}

async function send({ provider, url, method = "GET", headers, body, timeoutMs }: Call) {
  try {
    const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
    return { response, text: await readText(response) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } };
    const code = String(cause?.code ?? name);
    if (NOT_SENT.test(code))
      throw new ProviderError("unreachable", `${provider} cannot be reached (${code})`);
    throw new ProviderError("indeterminate", `No response from ${provider} (${code})`);
  }
}

async function readText(response: Response) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The type is the browser's, where a stream cannot be iterated.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new RangeError("The response is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function responseError({ provider }: Call, { status, headers }: Response, body: unknown) {
  const message = `${provider} responded ${status}${describeError(body)}`;
  if (status === 429)
    return new ProviderError("rejected", message, parseRetryAfter(headers) ?? DEFAULT_RETRY_AFTER);
  // 409: the first request with this idempotency key still runs.
  const isRejected = status >= 400 && status < 500 && ![408, 409, 425].includes(status);
  return isRejected
    ? new ProviderError("rejected", message)
    : new ProviderError("indeterminate", message, parseRetryAfter(headers));
}

/** Razorpay says `description`, Stripe `message`. */
function describeError(body: unknown) {
  const { error } = (body ?? {}) as { error?: { description?: unknown; message?: unknown } };
  const text = error?.description ?? error?.message;
  return typeof text === "string" ? `: ${withoutPersonalData(text)}` : "";
}

/** Seconds, or a date. */
function parseRetryAfter(headers: Headers) {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER);
}

/**
 * Creating can fail because an earlier call has done it, or after the work is done. Then it is found instead, and
 * nothing is created twice.
 */
export async function createOrFind<T>(
  create: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderError) || isUntouched(error)) throw error;
    const found = await find().catch((failure: unknown) => {
      if (isFinal(failure)) return undefined;
      throw new ProviderError("indeterminate", error.message);
    });
    if (found === undefined) throw error;
    return found;
  }
}

const isUntouched = ({ kind, retryAfter }: ProviderError) =>
  kind === "unreachable" || (kind === "rejected" && retryAfter !== undefined);

const isFinal = (error: unknown) =>
  error instanceof ProviderError && error.kind === "rejected" && error.retryAfter === undefined;
