import { api, withCookies } from "~/http/api/api.server";
import { signOut } from "~/http/sign-in/session.server";

export const { loader, action } = api({
  "POST /admin/logout": async ({ request }) => withCookies({}, await signOut(request)),
});
