import { registerAdmin } from "~/domain/admin/admins.server";
import { api } from "~/http/api/api.server";
import { adminOut } from "~/http/api/wire";

export const { loader, action } = api({
  "POST /admin/register": async ({ actor, body }) => adminOut(await registerAdmin(actor, body)),
});
