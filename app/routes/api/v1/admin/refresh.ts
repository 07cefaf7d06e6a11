import { api, WithHeaders } from "~/http/api.server";
import { refreshFrom, sessionCookies } from "~/http/session.server";

export const { loader, action } = api({
  "POST /admin/refresh": async ({ request }) => {
    const tokens = await refreshFrom(request);
    const cookies = await sessionCookies(tokens);
    return new WithHeaders(
      { accessToken: tokens.accessToken },
      cookies.map((cookie) => ["Set-Cookie", cookie]),
    );
  },
});
