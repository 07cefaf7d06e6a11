import { listMessages, sendMessage } from "~/domain/message/messages.server";
import { api } from "~/http/api/api.server";
import { limit } from "~/http/limits.server";
import { messageOut, pageOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /message": ({ actor, query }) => pageOut(listMessages(actor, query), messageOut),
  "POST /message": async ({ context, body }) => {
    await limit("messages", context);
    return messageOut(sendMessage(body));
  },
});
