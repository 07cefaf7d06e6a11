import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveWebhook } from "~/features/payments/webhook.server";
import { answerPost } from "~/lib/http/domain-error-response.server";
import { readRawBody } from "~/lib/http/read-body.server";

/** For providers: no session, no CORS. A failure other than these makes them send it again. */
export const action = ({ request, params: { provider = "" } }: ActionFunctionArgs) =>
  answerPost(async () => {
    await receiveWebhook(provider, await readRawBody(request), request.headers);
    return { received: true };
  });

export const loader = () => json({ message: "Method not allowed" }, 405);
