import { revalidated } from "~/http/api/etag.server";
import { openapiText } from "~/http/api/openapi.server";
import { resource } from "~/http/api/resource.server";
import { siteOrigin } from "~/http/site.server";

export const { loader, action } = resource(["GET"], (_, { request }) =>
  revalidated(request, openapiText(siteOrigin(request))),
);
