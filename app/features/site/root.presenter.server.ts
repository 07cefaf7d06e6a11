import { json } from "@remix-run/node";
import { pick } from "~/lib/pick";
import { toLocalDate } from "~/lib/time-zone.server";
import { getSessionUser } from "~/features/auth/auth.http.server";
import { siteOrigin } from "~/lib/http/urls.server";
import { clearToast, readToast } from "~/lib/http/toast.server";
import { visitFacts } from "./visit-facts.server";
import { publicZoo } from "~/features/zoo/zoo-profile.server";
import { noticeToday } from "~/features/hours/hours.server";

export async function rootData(request: Request) {
  const [actor, toast] = await Promise.all([getSessionUser(request), readToast(request)]);
  const staff = actor && pick(actor, ["name", "email", "role", "rights"]);
  return json(
    {
      staff,
      toast,
      today: toLocalDate(),
      origin: siteOrigin(request),
      visit: visitFacts(),
      zoo: publicZoo(),
      notice: noticeToday(),
    },
    toast ? { headers: { "Set-Cookie": await clearToast() } } : {},
  );
}
