import { updateAccount } from "~/features/admins/account.server";
import { api } from "~/api/api.server";
import { serializeAdmin } from "~/api/serializers.server";

export const { loader, action } = api({
  "PATCH /admin/update-account": ({ actor, body }) => serializeAdmin(updateAccount(actor, body)),
});
