import { checkIn } from "~/features/tickets/check-in.server";
import { api } from "~/api/api.server";
import { gateTicketOut } from "~/api/serializers";

export const { loader, action } = api({
  "POST /order/check-in": ({ actor, body }) => ({
    ticket: gateTicketOut(checkIn(actor, body.code, body.override)),
  }),
});
