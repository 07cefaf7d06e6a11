import { markMessage } from "~/domain/message/messages.server";
import { api } from "~/http/api/api.server";
import { messageOut } from "~/http/api/wire";

export const { loader, action } = api({
  "POST /message/{id}/archive": ({ actor, params }) =>
    messageOut(markMessage(actor, params.id, { archived: true })),
});
