import { listMessages, sendMessage } from "~/domain/message/messages.server";
import { api } from "~/http/api.server";
import { messageOut, pageOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /message": ({ actor, query }) => pageOut(listMessages(actor, query), messageOut),
  "POST /message": ({ body }) => messageOut(sendMessage(body)),
});
