import { ownAccount } from "~/features/admins/account.server";
import { api } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /admin/current-user": ({ actor }) => ({ admin: serializeAdmin(ownAccount(actor)) }),
});
