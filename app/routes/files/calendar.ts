import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOwnOrder } from "~/features/booking/visitor-order.server";
import { calendarOf } from "~/features/booking/ics.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { SECRET_FILE } from "~/lib/http/private-headers";
import { ownOrderPath, siteOrigin } from "~/lib/http/urls.server";

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
