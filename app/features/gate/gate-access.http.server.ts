import { json } from "@remix-run/node";
import { can, type Staff } from "~/features/auth/permissions";
import { FACTOR_PATH } from "~/features/auth/factor/second-factor.rules";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { FACTOR_REQUIRED, LOGIN_REQUIRED, WRONG_ROLE } from "~/lib/error-messages";

/** Where those are sent who may go on only after a step there. */
const ENDS = [
  { to: "/login", status: 401, message: LOGIN_REQUIRED, ended: "signed-out" },
  { to: FACTOR_PATH, status: 403, message: FACTOR_REQUIRED, ended: "no-factor" },
];

/**
 * A request of the gate's page, for staff. Who has lost their session or the right, or lacks a second factor that the zoo
 * requires, gets an answer that the page reads as the end of its access; a redirect could also come from the network of a café.
 */
export async function staffGateResource(
  request: Request,
  work: (staff: Staff) => Response | Promise<Response>,
): Promise<Response> {
  const answer = await staffResource(request, (staff) =>
    can(staff, "tickets.check-in")
      ? work(staff)
      : json({ message: WRONG_ROLE, ended: "not-allowed" }, 403),
  );
  const wantsJson = request.headers.get("accept")?.includes("application/json");
  const location = answer.headers.get("location");
  const why = wantsJson && location && ENDS.find(({ to }) => location.startsWith(to));
  if (!why) return answer;
  const { headers } = answer;
  headers.delete("Location");
  const { message, ended, status } = why;
  return json({ message, ended }, { status, headers });
}
