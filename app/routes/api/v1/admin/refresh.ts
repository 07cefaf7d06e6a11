import { api, withCookies } from "~/http/api/api.server";
import { refreshFrom, sessionCookies } from "~/http/sign-in/session.server";

export const { loader, action } = api({
  "POST /admin/refresh": async ({ request }) => {
    const tokens = await refreshFrom(request);
    return withCookies({ accessToken: tokens.accessToken }, await sessionCookies(tokens));
  },
});
