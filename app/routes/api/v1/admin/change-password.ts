import { api } from "~/api/api.server";
import { throttledPasswordChange } from "~/features/auth/sign-in-throttle.http.server";

export const { loader, action } = api({
  "POST /admin/change-password": ({ context, actor, body }) =>
    throttledPasswordChange(context, actor, body).then(() => ({})),
  "PATCH /admin/change-password": ({ context, actor, body }) =>
    throttledPasswordChange(context, actor, body).then(() => ({})),
});
