import type { LoaderFunctionArgs } from "@remix-run/node";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { toIcs } from "~/features/booking/ics.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { PRIVATE_FILE_HEADERS } from "~/lib/http/private-headers";
import { visitorOrderPath, siteOrigin } from "~/lib/http/urls.server";

export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return withDomainErrors(() => {
    redirectToTidyUrl(request);
    const order = findVisitorOrder(id, key);
    return new Response(toIcs(order, siteOrigin(request) + visitorOrderPath(order)), {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": `attachment; filename="zoo-verse-${order.id}.ics"`,
        ...PRIVATE_FILE_HEADERS,
      },
    });
  });
}
