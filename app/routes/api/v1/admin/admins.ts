import { listAdmins } from "~/features/admins/admins.server";
import { api } from "~/api/api.server";
import { serializeAdmin, serializePage } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /admin/admins": ({ actor, query }) =>
    serializePage(listAdmins(actor, query), serializeAdmin),
});
