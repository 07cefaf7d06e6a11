import { json } from "@remix-run/node";
import type { Staff } from "./permissions";
import { toUserError } from "~/lib/http/to-user-error.server";
import { refreshSessionCookies } from "./session-cookies.http.server";
import { requireStaff } from "./auth.http.server";

type Work = (staff: Staff) => Response | Promise<Response>;

/** Remix passes no resource through entry.server, so the cookies of a renewed session are added here. */
export async function staffResource(request: Request, work: Work): Promise<Response> {
  const answer = await answered(request, work);
  answer.headers.set("Cache-Control", "no-store");
  for (const cookie of await refreshSessionCookies(request))
    answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** Always returns an answer: one thrown past this would leave without the cookies. */
async function answered(request: Request, work: Work) {
  try {
    return await work(await requireStaff(request));
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    if (request.signal.aborted) throw thrown; // nobody is there to read an answer
    const { message, status } = toUserError(thrown, request);
    return json({ message }, status);
  }
}
