import { siteOrigin } from "./urls.server";

/** False if the browser reports a request from another site. Other clients send neither header. */
export function isSameOrigin(request: Request) {
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  return origin === null || origin === siteOrigin(request);
}
