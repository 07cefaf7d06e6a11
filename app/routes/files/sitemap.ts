import type { LoaderFunctionArgs } from "@remix-run/node";
import { latestAnimals } from "~/features/animals/animals.server";
import { iso } from "~/lib/dates";
import { LEGAL_PAGES_UPDATED_AT } from "~/features/site/zoo-contact";
import { siteOrigin } from "~/lib/http/urls.server";

type Entry = { path: string; changed?: string };

const PAGES = [
  "/",
  "/about",
  "/contact",
  "/animals",
  "/tickets",
  "/groups",
  "/api/docs",
  "/tickets/find",
];

const MAX_URLS = 49_000;

export function loader({ request }: LoaderFunctionArgs) {
  const animals = latestAnimals(MAX_URLS).map(({ id, updatedAt }) => ({
    path: `/animals/${id}`,
    changed: iso(updatedAt),
  }));
  const entries: Entry[] = [
    ...PAGES.map((path) => ({ path })),
    { path: "/privacy", changed: LEGAL_PAGES_UPDATED_AT.day },
    { path: "/terms", changed: LEGAL_PAGES_UPDATED_AT.day },
    ...animals,
  ];
  return new Response(sitemap(siteOrigin(request), entries), {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

const sitemap = (origin: string, entries: Entry[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map((entry) => element(origin, entry)).join("\n")}
</urlset>
`;

function element(origin: string, { path, changed }: Entry) {
  const address = (origin + path).replaceAll("&", "&amp;");
  return `<url><loc>${address}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`;
}
