import { verifyTicket } from "~/domain/ticket/check-in.server";
import { api } from "~/http/api.server";
import { gateTicketOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /order/verify": ({ query }) => gateTicketOut(verifyTicket(query.code)),
});
