import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveBounces } from "~/features/mail/status/bounces.server";
import { answerPost } from "~/lib/http/domain-error-response.server";
import { readRawBody } from "~/lib/http/read-body.server";

/** Some providers post many events at once. */
const MAX_BYTES = 1024 * 1024;

/** For mail providers, which post bounces here: no session, no CORS. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerPost(async () => {
    const authorization = request.headers.get("authorization");
    const bounced = await receiveBounces(authorization, () => readRawBody(request, MAX_BYTES));
    return { bounced };
  });

export const loader = () => json({ message: "Method not allowed" }, 405);
