import { json } from "@remix-run/node";
import { can, type Staff } from "~/features/auth/permissions";
import { staffResource } from "~/features/auth/staff-resource.http.server";
import { LOGIN_REQUIRED, WRONG_ROLE } from "~/lib/error-messages";

/**
 * A request of the gate's page, for staff. Who has lost their session or the right gets an answer that the page reads
 * as the end of its access; a redirect could also come from the network of a café.
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
  if (!wantsJson || !answer.headers.get("location")?.startsWith("/login")) return answer;
  const { headers } = answer;
  headers.delete("Location");
  return json({ message: LOGIN_REQUIRED, ended: "signed-out" }, { status: 401, headers });
}
