import { markMessage } from "~/features/messages/messages.server";
import { api } from "~/api/api.server";
import { serializeMessage } from "~/api/serializers.server";

export const { loader, action } = api({
  "POST /message/{id}/archive": ({ actor, params }) =>
    serializeMessage(markMessage(actor, params.id, { archived: true })),
});
