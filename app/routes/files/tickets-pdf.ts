import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { findOwnOrder } from "~/features/booking/visitor-order.server";
import { ticketsFile } from "~/features/tickets/tickets-file.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { SECRET_FILE } from "~/lib/http/private-headers";
import { ownOrderPath, siteOrigin } from "~/lib/http/urls.server";

/** The tickets to print or to keep, from the visitor's own page. */
export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return orResponse(async () => {
    const order = findOwnOrder(id, key);
    const file = ticketsFile(order, siteOrigin(request));
    // Someone coming from a page that was opened before a refund is shown the order as it is now.
    if (!file) return redirect(ownOrderPath(order.id));
    const { name, type, bytes } = file;
    return new Response(new Uint8Array(await bytes()), {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
        ...SECRET_FILE,
      },
    });
  });
}
