import { checkIn } from "~/domain/ticket/check-in.server";
import { api } from "~/http/api/api.server";
import { gateTicketOut } from "~/http/api/wire";

export const { loader, action } = api({
  "POST /order/check-in": ({ actor, body }) => ({
    ticket: gateTicketOut(checkIn(actor, body.code, body.override)),
  }),
});
