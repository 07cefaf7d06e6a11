import { json } from "@remix-run/node";
import { zooDay } from "~/lib/time-zone.server";
import { screenActor } from "~/features/auth/session.http.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { forgetToast, readToast } from "~/lib/http/toast.server";

/** What every page gets: who is signed in, a toast to show once, the zoo's today, and the site's address. */
export async function rootData(request: Request) {
  const [actor, toast] = await Promise.all([screenActor(request), readToast(request)]);
  const staff = actor && { name: actor.name, email: actor.email, role: actor.role };
  return json(
    { staff, toast, today: zooDay(), origin: siteOrigin(request) },
    toast ? { headers: { "Set-Cookie": await forgetToast() } } : {},
  );
}
