import { api, withCookies } from "~/api/api.server";
import { adminOut } from "~/api/serializers";
import { limitedSignIn } from "~/features/auth/sign-in-throttle.http.server";

export const { loader, action } = api({
  "POST /admin/login": async ({ request, context, body }) => {
    const { admin, tokens, cookies } = await limitedSignIn(request, context, body);
    return withCookies({ admin: adminOut(admin), accessToken: tokens.accessToken }, cookies);
  },
});
