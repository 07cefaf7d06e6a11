import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { redirectToTidyUrl } from "~/lib/http/current-url.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { PRIVATE_FILE_HEADERS } from "~/lib/http/private-headers";
import { visitorOrderPath, siteOrigin } from "~/lib/http/urls.server";

export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return withDomainErrors(async () => {
    redirectToTidyUrl(request);
    const order = findVisitorOrder(id, key);
    const file = ticketsFile(order, siteOrigin(request));
    // The order was refunded after the page was opened.
    if (!file) return redirect(visitorOrderPath(order));
    const { name, type, bytes } = file;
    return new Response(new Uint8Array(await bytes()), {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
        ...PRIVATE_FILE_HEADERS,
      },
    });
  });
}
