import { currentAdmin } from "~/domain/admin/sign-in.server";
import { api } from "~/http/api.server";
import { adminOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /admin/current-user": ({ actor }) => ({ admin: adminOut(currentAdmin(actor)) }),
});
