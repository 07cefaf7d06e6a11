import { listMessages, sendMessage } from "~/features/messages/messages.server";
import { api } from "~/api/api.server";
import { messageOut, pageOut } from "~/api/serializers";
import { limit } from "~/lib/http/rate-limit.server";

export const { loader, action } = api({
  "GET /message": ({ actor, query }) => pageOut(listMessages(actor, query), messageOut),
  "POST /message": async ({ context, body }) => {
    await limit("messages", context);
    return messageOut(sendMessage(body));
  },
});
