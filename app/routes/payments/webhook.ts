import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveWebhook } from "~/features/payments/webhook.server";
import { DomainError } from "~/lib/errors";
import { errorHeaders, STATUS } from "~/lib/http/http-status";
import { readRawBody } from "~/lib/http/read-body.server";

/** For providers: no session, no CORS. A failure other than these makes them send it again. */
export async function action({ request, params: { provider = "" } }: ActionFunctionArgs) {
  try {
    await receiveWebhook(provider, await readRawBody(request), request.headers);
    return json({ received: true });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json(
      { message: error.message },
      { status: STATUS[error.code], headers: errorHeaders(error) },
    );
  }
}

export const loader = () => json({ message: "Method not allowed" }, 405);
