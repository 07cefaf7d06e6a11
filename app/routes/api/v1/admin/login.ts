import { api, WithHeaders } from "~/http/api.server";
import { signIn } from "~/http/auth.server";
import { sessionCookies } from "~/http/session.server";
import { adminOut } from "~/http/wire";

export const { loader, action } = api({
  "POST /admin/login": async ({ request }) => {
    const { admin, tokens } = await signIn(request);
    const cookies = await sessionCookies(tokens);
    return new WithHeaders(
      { admin: adminOut(admin), accessToken: tokens.accessToken },
      cookies.map((cookie) => ["Set-Cookie", cookie]),
    );
  },
});
