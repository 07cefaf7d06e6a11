import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOwnOrder } from "~/domain/order/own-order.server";
import { calendarOf } from "~/http/files/calendar.server";
import { orResponse } from "~/http/or-response.server";
import { SECRET_FILE } from "~/http/secret-link";
import { ownOrderPath, siteOrigin } from "~/http/site.server";

/** The visit for a calendar app, from the visitor's own page. */
export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return orResponse(() => {
    const order = findOwnOrder(id, key);
    return new Response(calendarOf(order, siteOrigin(request) + ownOrderPath(order.id)), {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": `attachment; filename="zoo-verse-${order.id}.ics"`,
        ...SECRET_FILE,
      },
    });
  });
}
