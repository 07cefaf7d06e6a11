import { registerAdmin } from "~/domain/admin/admins.server";
import { api } from "~/http/api.server";
import { adminOut } from "~/http/wire";

export const { loader, action } = api({
  "POST /admin/register": async ({ actor, body }) => adminOut(await registerAdmin(actor, body)),
});
