import { api, withCookies } from "~/api/api.server";
import { sessionCookies } from "~/features/auth/session-cookies.http.server";
import { refreshFrom } from "~/features/auth/auth.http.server";

export const { loader, action } = api({
  "POST /admin/refresh": async ({ request }) => {
    const tokens = await refreshFrom(request);
    return withCookies({ accessToken: tokens.accessToken }, await sessionCookies(tokens));
  },
});
