import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOwnOrder } from "~/domain/order/own-order.server";
import { orResponse } from "~/http/guard.server";
import { siteOrigin } from "~/http/site.server";
import { ticketsFile } from "~/http/tickets-file.server";

/** The tickets to print or to keep, from the visitor's own page. */
export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return orResponse(async () => {
    const { name, type, bytes } = ticketsFile(findOwnOrder(id, key), siteOrigin(request));
    return new Response(new Uint8Array(await bytes()), {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  });
}
