import { api, withCookies } from "~/api/api.server";
import { signOut } from "~/features/auth/auth.http.server";

export const { loader, action } = api({
  "POST /admin/logout": async ({ request }) => withCookies({}, await signOut(request)),
});
