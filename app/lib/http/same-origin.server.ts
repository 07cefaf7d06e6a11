import { env } from "~/env.server";
import { siteOrigin } from "./urls.server";

/** False if the browser reports a request from another site. Other clients send neither header. */
export function isSameOrigin(request: Request) {
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  return origin === null || origin === siteOrigin(request);
}

/** Whether a page of one of the CORS_ORIGINS sent the request. */
export const isFromListedOrigin = ({ headers }: Request) =>
  env.CORS_ORIGINS.includes(headers.get("origin") ?? "");
