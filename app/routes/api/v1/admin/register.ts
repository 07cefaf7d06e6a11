import { registerAdmin } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";

export const { loader, action } = api({
  "POST /admin/register": async ({ actor, body }) =>
    serializeAdmin(await registerAdmin(actor, body)),
});
