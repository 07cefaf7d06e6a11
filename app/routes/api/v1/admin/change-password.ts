import { api } from "~/api/api.server";
import { limitedPasswordChange } from "~/features/auth/sign-in-throttle.http.server";

export const { loader, action } = api({
  "POST /admin/change-password": ({ context, actor, body }) =>
    limitedPasswordChange(context, actor, body).then(() => ({})),
  "PATCH /admin/change-password": ({ context, actor, body }) =>
    limitedPasswordChange(context, actor, body).then(() => ({})),
});
