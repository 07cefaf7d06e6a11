import { formatRupees } from "~/lib/money";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { PROVIDER_LABEL } from "./payment.rules";
import { findSession } from "./return.server";

/** The page between the site and the provider's; without `url` there is nothing to pay there. Throws `not_found`. */
export function goView(token: string) {
  const { session, order } = findSession(token);
  const isOpen = session.state === "open" && session.expiresAt > Date.now();
  return {
    own: visitorOrderPath(order),
    id: order.id,
    url: isOpen && order.status === "pending" ? session.url : "",
    amount: formatRupees(session.amount),
    provider: PROVIDER_LABEL[session.provider],
  };
}
