import { verifyTicket } from "~/domain/ticket/check-in.server";
import { api } from "~/http/api/api.server";
import { gateTicketOut } from "~/http/api/wire";
import { limitMisses } from "~/http/limits.server";

export const { loader, action } = api({
  "GET /order/verify": async ({ context, actor, query }) => {
    const look = () => verifyTicket(query.code);
    return gateTicketOut(await limitMisses("unknown tickets", context, actor, look));
  },
});
