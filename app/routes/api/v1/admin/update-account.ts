import { updateAccount } from "~/domain/admin/account.server";
import { api } from "~/http/api.server";
import { adminOut } from "~/http/wire";

export const { loader, action } = api({
  "PATCH /admin/update-account": ({ actor, body }) => adminOut(updateAccount(actor, body)),
});
