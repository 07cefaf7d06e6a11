import { api, withCookies } from "~/http/api.server";
import { signOut } from "~/http/session.server";

export const { loader, action } = api({
  "POST /admin/logout": async ({ request }) => withCookies({}, await signOut(request)),
});
