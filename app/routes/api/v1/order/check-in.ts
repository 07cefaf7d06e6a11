import { checkIn } from "~/features/gate/check-in.server";
import { api } from "~/api/api.server";
import { serializeCheckIn } from "~/api/serializers.server";

export const { loader, action } = api({
  "POST /order/check-in": ({ actor, body: { code, override, people, scanKey: key } }) =>
    serializeCheckIn(checkIn(actor, code, override, { people, key })),
});
