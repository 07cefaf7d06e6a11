import { updateAccount } from "~/domain/admin/account.server";
import { api } from "~/http/api/api.server";
import { adminOut } from "~/http/api/wire";

export const { loader, action } = api({
  "PATCH /admin/update-account": ({ actor, body }) => adminOut(updateAccount(actor, body)),
});
