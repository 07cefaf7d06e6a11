import { verifyTicket } from "~/features/tickets/check-in.server";
import { api } from "~/api/api.server";
import { gateTicketOut } from "~/api/serializers";
import { limitMisses } from "~/lib/http/rate-limit.server";

export const { loader, action } = api({
  "GET /order/verify": async ({ context, actor, query }) => {
    const look = () => verifyTicket(query.code);
    return gateTicketOut(await limitMisses("unknown tickets", context, actor, look));
  },
});
