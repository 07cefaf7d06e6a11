import { settings } from "~/env.server";

/** For pages of other sites that may call /api/v1 (CORS_ORIGINS); they sign in by bearer token, never by cookie. */

const SENT = "Authorization, Content-Type, Idempotency-Key";
const READ = "Idempotent-Replayed, Retry-After, ETag, X-Request-Id";

/** Tells the browser whether that page may send this request and read this answer. */
export function withCors(request: Request, response: Response) {
  if (settings.CORS_ORIGINS.length === 0) return response;
  const { headers } = response;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (!origin || !settings.CORS_ORIGINS.includes(origin)) return response;

  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", READ);
  if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
    headers.set("Access-Control-Allow-Methods", headers.get("allow") ?? "");
    headers.set("Access-Control-Allow-Headers", SENT);
    headers.set("Access-Control-Max-Age", "600");
  }
  return response;
}
