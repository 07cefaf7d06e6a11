import { revalidated } from "~/http/etag.server";
import { openapiText } from "~/http/openapi.server";
import { resource } from "~/http/resource.server";
import { siteOrigin } from "~/http/site.server";

export const { loader, action } = resource(["GET"], (_, { request }) =>
  revalidated(request, openapiText(siteOrigin(request))),
);
