import { checkIn } from "~/features/gate/admission.server";
import { api } from "~/api/api.server";
import { serializeGateTicket } from "~/api/serializers.server";

export const { loader, action } = api({
  "POST /order/check-in": ({ actor, body }) => ({
    ticket: serializeGateTicket(checkIn(actor, body.code, body.override)),
  }),
});
