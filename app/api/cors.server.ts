import { env } from "~/env.server";

const ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match";
const EXPOSED_HEADERS = "Idempotent-Replayed, Retry-After, ETag, X-Request-Id";

/** The headers of every response of the API to a page of this origin. */
export function corsHeaders(origin: string | null | undefined): Record<string, string> {
  if (env.CORS_ORIGINS.length === 0) return {};
  if (!origin || !env.CORS_ORIGINS.includes(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": EXPOSED_HEADERS,
  };
}

/** Answers a preflight as well. */
export function withCors(request: Request, response: Response) {
  const { headers } = response;
  for (const [name, value] of Object.entries(corsHeaders(request.headers.get("origin"))))
    headers.append(name, value);
  const isAllowed = headers.has("access-control-allow-origin");
  const isPreflight =
    request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  if (isAllowed && isPreflight) {
    headers.set("Access-Control-Allow-Methods", headers.get("allow") ?? "");
    headers.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
    headers.set("Access-Control-Max-Age", "600");
  }
  return response;
}
