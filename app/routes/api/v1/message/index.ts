import { listMessages, sendMessage } from "~/features/messages/messages.server";
import { api } from "~/api/api.server";
import { serializeMessage, serializePage } from "~/api/serializers.server";
import { limit } from "~/lib/http/rate-limit.server";

export const { loader, action } = api({
  "GET /message": ({ actor, query }) => serializePage(listMessages(actor, query), serializeMessage),
  "POST /message": async ({ request, context, body }) => {
    await limit("messages", request, context, body.email);
    return serializeMessage(sendMessage(body));
  },
});
