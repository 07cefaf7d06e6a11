import type * as z from "zod";
import { MalformedWebhook } from "../provider";

/** A signed body. The error names the wrong field, never its value. */
export function parseWebhookBody<T>(body: Uint8Array, schema: z.ZodType<T>): T {
  return parsePayload(toJson(body), schema);
}

function toJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new MalformedWebhook("The body is not JSON");
  }
}

export function parsePayload<T>(payload: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join(".") ?? "";
  throw new MalformedWebhook(`The webhook cannot be read at ${path}`);
}
