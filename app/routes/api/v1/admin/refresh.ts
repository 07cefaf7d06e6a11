import { api, withCookies } from "~/api/api.server";
import { refreshFrom, sessionCookies } from "~/features/auth/session.http.server";

export const { loader, action } = api({
  "POST /admin/refresh": async ({ request }) => {
    const tokens = await refreshFrom(request);
    return withCookies({ accessToken: tokens.accessToken }, await sessionCookies(tokens));
  },
});
