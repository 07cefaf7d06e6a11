import { json } from "@remix-run/node";
import { toLocalDate } from "~/lib/time-zone.server";
import { getSessionUser } from "~/features/auth/session.http.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { clearToast, readToast } from "~/lib/http/toast.server";

/** What every page gets: who is signed in, a toast to show once, the zoo's today, and the site's address. */
export async function rootData(request: Request) {
  const [actor, toast] = await Promise.all([getSessionUser(request), readToast(request)]);
  const staff = actor && { name: actor.name, email: actor.email, role: actor.role };
  return json(
    { staff, toast, today: toLocalDate(), origin: siteOrigin(request) },
    toast ? { headers: { "Set-Cookie": await clearToast() } } : {},
  );
}
