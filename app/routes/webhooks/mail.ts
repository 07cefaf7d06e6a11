import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveBounces } from "~/features/mail/status/bounces.server";
import { DomainError } from "~/lib/errors";
import { errorHeaders, STATUS } from "~/lib/http/http-status";
import { readRawBody } from "~/lib/http/read-body.server";

/** Some providers post many events at once. */
const MAX_BYTES = 1024 * 1024;

/** For mail providers, which post bounces here: no session, no CORS. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    const authorization = request.headers.get("authorization");
    const bounced = await receiveBounces(authorization, () => readRawBody(request, MAX_BYTES));
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
