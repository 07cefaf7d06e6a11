import { api, WithHeaders } from "~/http/api.server";
import { signOut } from "~/http/session.server";

export const { loader, action } = api({
  "POST /admin/logout": async ({ request }) => {
    const cookies = await signOut(request);
    return new WithHeaders(
      {},
      cookies.map((cookie) => ["Set-Cookie", cookie]),
    );
  },
});
