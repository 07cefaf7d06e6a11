import type { LoaderFunctionArgs } from "@remix-run/node";
import { latestAnimals } from "~/domain/animal/animals.server";
import { iso } from "~/domain/clock";
import { LEGAL_UPDATED } from "~/domain/zoo.rules";
import { siteOrigin } from "~/http/site.server";

type Entry = { path: string; changed?: string };

/** A sitemap may list 50,000 addresses. */
const MOST = 49_000;

export function loader({ request }: LoaderFunctionArgs) {
  const animals = latestAnimals(MOST).map(({ id, updatedAt }) => ({
    path: `/animals/${id}`,
    changed: iso(updatedAt),
  }));
  const entries: Entry[] = [
    { path: "/" },
    { path: "/about" },
    { path: "/contact" },
    { path: "/animals" },
    { path: "/tickets" },
    { path: "/api/docs" },
    { path: "/tickets/find" },
    { path: "/privacy", changed: LEGAL_UPDATED.day },
    { path: "/terms", changed: LEGAL_UPDATED.day },
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
