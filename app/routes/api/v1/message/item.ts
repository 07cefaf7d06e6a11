import { deleteMessage, findMessage, markMessage } from "~/domain/message/messages.server";
import { api } from "~/http/api/api.server";
import { messageOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /message/{id}": ({ actor, params }) => messageOut(findMessage(actor, params.id)),
  "PATCH /message/{id}": ({ actor, params, body }) =>
    messageOut(markMessage(actor, params.id, body)),
  "DELETE /message/{id}": ({ actor, params }) => {
    deleteMessage(actor, params.id);
    return { _id: params.id };
  },
});
