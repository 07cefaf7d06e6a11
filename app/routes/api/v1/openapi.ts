import { withEtag } from "~/api/etag.server";
import { resource } from "~/api/resource.server";
import { siteOrigin } from "~/lib/http/urls.server";

export const { loader, action } = resource(["GET"], async (_, { request }) => {
  const { openapiDocument } = await import("~/api/openapi.server"); // large, and seldom asked for
  return withEtag(request, JSON.stringify(openapiDocument(siteOrigin(request))));
});
