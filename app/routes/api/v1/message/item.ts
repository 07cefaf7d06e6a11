import { deleteMessage, findMessage, markMessage } from "~/features/messages/messages.server";
import { api } from "~/api/api.server";
import { serializeMessage } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /message/{id}": ({ actor, params }) => serializeMessage(findMessage(actor, params.id)),
  "PATCH /message/{id}": ({ actor, params, body }) =>
    serializeMessage(markMessage(actor, params.id, body)),
  "DELETE /message/{id}": ({ actor, params }) => {
    deleteMessage(actor, params.id);
    return { _id: params.id };
  },
});
