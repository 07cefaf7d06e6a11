import { changePassword } from "~/domain/admin/account.server";
import { api } from "~/http/api/api.server";

export const { loader, action } = api({
  "POST /admin/change-password": ({ actor, body }) => changePassword(actor, body).then(() => ({})),
  "PATCH /admin/change-password": ({ actor, body }) => changePassword(actor, body).then(() => ({})),
});
