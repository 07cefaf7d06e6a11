import { api, withCookies } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";
import { signInWithCode } from "~/features/auth/sign-in.http.server";

export const { loader, action } = api({
  "POST /admin/login": async ({ request, context, body }) => {
    const { admin, tokens, cookies } = await signInWithCode(request, context, body);
    return withCookies({ admin: serializeAdmin(admin), accessToken: tokens.accessToken }, cookies);
  },
});
