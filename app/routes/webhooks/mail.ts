import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveBounces } from "~/features/mail/bounces.server";
import { DomainError } from "~/lib/errors";
import { errorHeaders, STATUS } from "~/lib/http/http-status";
import { readRawBody } from "~/lib/http/read-body.server";

/** For mail providers, which post bounces here: no session, no CORS. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    const bounced = receiveBounces(
      await readRawBody(request),
      request.headers.get("authorization"),
    );
    return json({ bounced });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json(
      { message: error.message },
      { status: STATUS[error.code], headers: errorHeaders(error) },
    );
  }
}

export const loader = () => json({ message: "Method not allowed" }, 405);
