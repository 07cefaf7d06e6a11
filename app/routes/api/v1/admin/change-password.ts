import { api } from "~/http/api/api.server";
import { limitedPasswordChange } from "~/http/sign-in/sign-in-limits.server";

export const { loader, action } = api({
  "POST /admin/change-password": ({ context, actor, body }) =>
    limitedPasswordChange(context, actor, body).then(() => ({})),
  "PATCH /admin/change-password": ({ context, actor, body }) =>
    limitedPasswordChange(context, actor, body).then(() => ({})),
});
