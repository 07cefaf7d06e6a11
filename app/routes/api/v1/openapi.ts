import { withEtag } from "~/api/etag.server";
import { openapiDocument } from "~/api/openapi.server";
import { resource } from "~/api/resource.server";
import { siteOrigin } from "~/lib/http/urls.server";

export const { loader, action } = resource(["GET"], (_, { request }) =>
  withEtag(request, JSON.stringify(openapiDocument(siteOrigin(request)))),
);
