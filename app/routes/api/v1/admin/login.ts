import { api, withCookies } from "~/http/api/api.server";
import { limitedSignIn } from "~/http/sign-in/sign-in-limits.server";
import { adminOut } from "~/http/api/wire";

export const { loader, action } = api({
  "POST /admin/login": async ({ request, context, body }) => {
    const { admin, tokens, cookies } = await limitedSignIn(request, context, body);
    return withCookies({ admin: adminOut(admin), accessToken: tokens.accessToken }, cookies);
  },
});
