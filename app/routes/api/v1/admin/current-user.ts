import { ownAccount } from "~/domain/admin/account.server";
import { api } from "~/http/api/api.server";
import { adminOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /admin/current-user": ({ actor }) => ({ admin: adminOut(ownAccount(actor)) }),
});
