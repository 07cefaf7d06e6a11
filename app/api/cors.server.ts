import { env } from "~/env.server";

/** Cross-origin requests (CORS_ORIGINS) authenticate by bearer token, never by cookie. */

const ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key";
const EXPOSED_HEADERS = "Idempotent-Replayed, Retry-After, ETag, X-Request-Id";

export function withCors(request: Request, response: Response) {
  if (env.CORS_ORIGINS.length === 0) return response;
  const { headers } = response;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (!origin || !env.CORS_ORIGINS.includes(origin)) return response;

  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
  if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
    headers.set("Access-Control-Allow-Methods", headers.get("allow") ?? "");
    headers.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
    headers.set("Access-Control-Max-Age", "600");
  }
  return response;
}
