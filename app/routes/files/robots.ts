import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteOrigin } from "~/lib/http/urls.server";

/** Rules match from the start of the path: `/t` without its slash would also hide /tickets and /terms. */
const PRIVATE = ["/admin", "/api/v1", "/order", "/t/", "/gate", "/login"];

export function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${siteOrigin(request)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
