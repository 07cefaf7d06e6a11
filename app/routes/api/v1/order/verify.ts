import { verifyTicket } from "~/features/tickets/find-ticket.server";
import { api } from "~/api/api.server";
import { serializeGateTicket } from "~/api/serializers.server";
import { limitFailures } from "~/lib/http/rate-limit.server";

export const { loader, action } = api({
  "GET /order/verify": async ({ context, actor, query }) => {
    const verify = () => verifyTicket(query.code);
    return serializeGateTicket(await limitFailures("unknown tickets", context, actor, verify));
  },
});
