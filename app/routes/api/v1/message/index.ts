import { listMessages, sendMessage } from "~/domain/message/messages.server";
import { api } from "~/http/api/api.server";
import { messageOut, pageOut } from "~/http/api/wire";
import { limit } from "~/http/limits.server";

export const { loader, action } = api({
  "GET /message": ({ actor, query }) => pageOut(listMessages(actor, query), messageOut),
  "POST /message": async ({ context, body }) => {
    await limit("messages", context);
    return messageOut(sendMessage(body));
  },
});
