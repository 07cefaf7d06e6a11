import { api, withCookies } from "~/api/api.server";
import { toApiErrorResponse } from "~/api/error-response.server";
import { refreshFrom } from "~/features/auth/auth.http.server";
import { expiredSessionCookies, sessionCookies } from "~/features/auth/session-cookies.http.server";
import { DomainError } from "~/lib/errors";

export const { loader, action } = api({
  "POST /admin/refresh": async ({ request, body }) => {
    try {
      const tokens = await refreshFrom(request, body.refreshToken);
      return withCookies({ accessToken: tokens.accessToken }, await sessionCookies(tokens));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "unauthenticated") throw error;
      const response = toApiErrorResponse(error, request);
      for (const cookie of await expiredSessionCookies())
        response.headers.append("Set-Cookie", cookie);
      return response;
    }
  },
});
