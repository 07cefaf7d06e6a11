import { api, withCookies } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";
import { throttledSignIn } from "~/features/auth/sign-in-throttle.http.server";

export const { loader, action } = api({
  "POST /admin/login": async ({ request, context, body }) => {
    const { admin, tokens, cookies } = await throttledSignIn(request, context, body);
    return withCookies({ admin: serializeAdmin(admin), accessToken: tokens.accessToken }, cookies);
  },
});
