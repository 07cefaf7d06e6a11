import { registerAdmin } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { adminOut } from "~/api/serializers";

export const { loader, action } = api({
  "POST /admin/register": async ({ actor, body }) => adminOut(await registerAdmin(actor, body)),
});
