import { api, withCookies } from "~/http/api/api.server";
import { adminOut } from "~/http/api/wire";
import { limitedSignIn } from "~/http/sign-in/sign-in-limits.server";

export const { loader, action } = api({
  "POST /admin/login": async ({ request, context, body }) => {
    const { admin, tokens, cookies } = await limitedSignIn(request, context, body);
    return withCookies({ admin: adminOut(admin), accessToken: tokens.accessToken }, cookies);
  },
});
